package model

// A Variant is a way in which one rule can be wrong.
type Variant uint8

const (
	// CountBeforeFsync changes R12: records in the page cache count.
	CountBeforeFsync Variant = iota
)

// VariantInfo describes a variant.
type VariantInfo struct {
	Variant Variant
	Name    string // as in the constant Variant
	Rule    string // the rule that it changes
	Doc     string // one sentence
	Lossy   bool   // it changes nothing while Durability is Kept
}

// Variants lists all variants.
func Variants() []VariantInfo {
	return []VariantInfo{
		{CountBeforeFsync, "count-before-fsync", "R12", "a follower fetches, and the leader counts itself, before the records are fsynced, as Kafka does by default", true},
	}
}

func variantByName(name string) (VariantInfo, bool) {
	for _, v := range Variants() {
		if v.Name == name {
			return v, true
		}
	}
	return VariantInfo{}, false
}

func variantNames() []string {
	var names []string
	for _, v := range Variants() {
		names = append(names, v.Name)
	}
	return names
}
