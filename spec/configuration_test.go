package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"tidemark/invariants"
	"tidemark/model"
	"tidemark/spec"
	"tidemark/spec/cfg"
)

const required = "CONSTANTS Replicas = {r1, r2} MaxRecords = 2 MaxEpoch = 2\n"

func bounds(c *spec.Configuration) string { return fmt.Sprintf("%+v", c.Bounds) }

func TestReadBindsEveryConstant(t *testing.T) {
	c, err := spec.Read("all.cfg", []byte(`
CONSTANTS
  Replicas = {b3, b1, b2, b1} MaxRecords = 3 MaxEpoch = 4 LagMax = 5 MinISR = 1 MaxCrashes = 6
  FetchMax = 7 Retention = 8 Lease = 9 Acks = {"all", "1"} Drop = TRUE Duplicate = TRUE TimeOuts = TRUE
  Durability = "lossy" Variant = {"count-before-fsync"}
SPECIFICATION Spec SYMMETRY Symmetry`), spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	want := model.Bounds{
		Replicas: []string{"b1", "b2", "b3"}, MaxRecords: 3, MaxEpoch: 4, LagMax: 5, MinISR: 1, MaxCrashes: 6,
		FetchMax: 7, Retention: 8, Lease: 9, Acks: []string{"1", "all"}, Drop: true, Duplicate: true, TimeOuts: true,
		Durability: "lossy", Variant: []string{"count-before-fsync"},
	}
	if got := bounds(c); got != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %s\nwant %+v", got, want)
	}
	if c.Name != "all.cfg" || !c.Symmetry || !c.CheckDeadlock {
		t.Errorf("name %s, symmetry %v, deadlocks %v", c.Name, c.Symmetry, c.CheckDeadlock)
	}
}

func TestReadDefaults(t *testing.T) {
	c, err := spec.Read("t.cfg", []byte(required+"INIT Init NEXT Next CHECK_DEADLOCK FALSE"), spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	want := model.DefaultBounds()
	want.Replicas, want.MaxRecords, want.MaxEpoch = []string{"r1", "r2"}, 2, 2
	if got := bounds(c); got != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %s\nwant %+v", got, want)
	}
	if c.Symmetry || c.CheckDeadlock || c.Properties != nil || c.StateConstraints != nil || c.ActionConstraints != nil {
		t.Errorf("more than was asked for: %+v", c)
	}
}

func TestReadKeepsTheOrderOfProperties(t *testing.T) {
	src := required + `SPECIFICATION Spec
INVARIANT LogMatching PROPERTY ElectionFromISR HWNeverDecreases INVARIANTS TypeOK LogMatching OneReplicaDown PROPERTIES ElectionFromISR
CONSTRAINT OneReplicaDown TypeOK OneReplicaDown ACTION_CONSTRAINT ElectOnlyWithoutLeader POSTCONDITION`
	for _, test := range []struct {
		changes spec.Changes
		want    string
	}{
		{spec.Changes{}, "LogMatching []ElectionFromISR []HWNeverDecreases TypeOK OneReplicaDown"},
		{spec.Changes{Invariants: []string{"LeaderInISR", "TypeOK", "LeaderInISR"}}, "LeaderInISR TypeOK []ElectionFromISR []HWNeverDecreases"},
		{spec.Changes{Properties: []string{"FetchCounts"}}, "LogMatching TypeOK OneReplicaDown []FetchCounts"},
		{spec.Changes{Invariants: []string{}, Properties: []string{"FetchCounts"}}, "[]FetchCounts"},
		{spec.Changes{Invariants: []string{"TypeOK"}, Properties: []string{}}, "TypeOK"},
	} {
		c, err := spec.Read("t.cfg", []byte(src), test.changes)
		if err != nil {
			t.Fatal(err)
		}
		if got := propertyNames(c.Properties); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		if got := propertyNames(c.StateConstraints) + ", " + propertyNames(c.ActionConstraints); got != "OneReplicaDown TypeOK, []ElectOnlyWithoutLeader" {
			t.Errorf("constraints: got %s", got)
		}
	}
}

func TestChanges(t *testing.T) {
	for _, test := range []struct {
		src     string
		changes spec.Changes
		want    string
	}{
		// A change can give what the file lacks, and what only fits together.
		{"", spec.Changes{Set: []string{"Replicas={r1,r2}", "MaxRecords = 2", "MaxEpoch=1"}}, "{Replicas:[r1 r2] MaxRecords:2 MaxEpoch:1 LagMax:1 MinISR:2 "},
		{required + "CONSTANTS MinISR = 2", spec.Changes{Set: []string{"MinISR=3", "Replicas={a,b,c}"}}, "{Replicas:[a b c] MaxRecords:2 MaxEpoch:2 LagMax:1 MinISR:3 "},
		{required + `CONSTANT Durability = "lossy"`, spec.Changes{Variants: []string{"count-before-fsync", "count-before-fsync"}}, " Variant:[count-before-fsync]}"},
		{required + `CONSTANTS Durability = "lossy" Variant = {"count-before-fsync"}`, spec.Changes{Variants: []string{"count-before-fsync"}}, " Variant:[count-before-fsync]}"},
		{required + `CONSTANTS Variant = {"count-before-fsync"}`, spec.Changes{Set: []string{"Variant={}"}}, " Variant:[]}"},
	} {
		c, err := spec.Read("t.cfg", []byte(test.src+" SPECIFICATION Spec"), test.changes)
		if err != nil {
			t.Errorf("%q, %+v: %v", test.src, test.changes, err)
			continue
		}
		if got := bounds(c); !strings.Contains(got, test.want) {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func checkError(t *testing.T, err error, want, hint string) {
	t.Helper()
	e, ok := err.(*cfg.Error)
	if !ok {
		t.Fatalf("got %#v, want a *cfg.Error", err)
	}
	if got := e.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if e.Hint != hint {
		t.Errorf("hint: got  %s\n      want %s", e.Hint, hint)
	}
}

func TestReadErrors(t *testing.T) {
	const all = "Replicas, MaxRecords, MaxEpoch, LagMax, MinISR, MaxCrashes, FetchMax, Retention, Lease, Acks, Drop, Duplicate, TimeOuts, Durability, Variant"
	for _, test := range []struct{ src, err, hint string }{
		{"INVARIENT", "1:1: expected a keyword such as SPECIFICATION or INVARIANT, found INVARIENT", "did you mean INVARIANT?"},
		// Constants.
		{"", "1:1: expected a value for every constant without a default, found none for Replicas, MaxRecords, MaxEpoch", "CONSTANTS Replicas = {r1, r2, r3} MaxRecords = 2 MaxEpoch = 2"},
		{"CONSTANT Replicas = {a, b} MaxRecords = 1", "1:1: expected a value for every constant without a default, found none for MaxEpoch", "CONSTANTS MaxEpoch = 2"},
		{"CONSTANT\n MaxRecords = {1}", "2:15: MaxRecords: expected a number, found a set", "MaxRecords = 2"},
		{"CONSTANT MaxEpoch = two", "1:21: MaxEpoch: expected a number, found the model value two", "MaxEpoch = 2"},
		{"CONSTANT Drop = true", "1:17: Drop: expected TRUE or FALSE, found the model value true", "Drop = TRUE"},
		{"CONSTANT Drop = 1", "1:17: Drop: expected TRUE or FALSE, found the number 1", "Drop = TRUE"},
		{"CONSTANT Durability = lossy", "1:23: Durability: expected a string, found the model value lossy", `Durability = "lossy"`},
		{"CONSTANT Durability = TRUE", "1:23: Durability: expected a string, found TRUE", `Durability = "lossy"`},
		{"CONSTANT Replicas = 3", "1:21: Replicas: expected a set of model values, found the number 3", "Replicas = {r1, r2, r3}"},
		{`CONSTANT Replicas = {r1, "r2"}`, `1:21: Replicas: expected a set of model values, found the string "r2" in it`, "Replicas = {r1, r2, r3}"},
		{"CONSTANT Acks = {all}", "1:17: Acks: expected a set of strings, found the model value all in it", `Acks = {"1", "all"}`},
		{"CONSTANT Variant = {{}}", "1:20: Variant: expected a set of strings, found a set in it", `Variant = {"count-before-fsync"}`},
		{"CONSTANT MaxRecord = 1", "1:10: the model has no constant MaxRecord, expected one of " + all, "did you mean MaxRecords?"},
		{"CONSTANT Something = 1", "1:10: the model has no constant Something, expected one of " + all, ""},
		{"CONSTANT a!Lease = 1", "1:10: the model has no constant a!Lease, expected one of " + all, "did you mean Lease?"},
		{"CONSTANT Lease = 1\nLease = 1", "2:1: Lease is given twice, expected it at most once", "leave one of them out"},
		{"CONSTANT Lease <- Two", "1:10: Lease: expected a value, found a definition to put in its place: the native model has no definitions", "Lease = 1"},
		{"CONSTANT Seq <- [Sequences] MCSeq", "1:10: Seq: expected a value, found a definition to put in its place: the native model has no definitions", ""},
		{"CONSTANT Lease = [Partition] 1", "1:19: Lease: expected a value, found the module Partition: the native model has no modules", "Lease = 1"},
		{"CONSTANT Lease(1) = 1", "1:10: Lease: expected no arguments", "Lease = 1"},
		// A hint never leads to a definition, which the native model has not.
		{"CONSTANT Lease = -1", "1:18: expected a value, found a minus sign: a configuration file has no negative numbers", "Lease = 1"},
		{"CONSTANT Something = -1", "1:22: expected a value, found a minus sign: a configuration file has no negative numbers", ""},
		{"CONSTANT Lease = 1 + 1", "1:22: expected <- after +, found 1", "Lease = 1"},
		{"CONSTANT Lease = 1 - 1", "1:22: expected <- after -, found 1", "Lease = 1"},
		{"CONSTANT Lease = (1)", "1:18: expected a value, found (", "Lease = 1"},
		{"CONSTANT MaxEpoch = 2 Acks = <<\"all\">>", "1:30: expected a value, found <<", `Acks = {"1", "all"}`},
		{"CONSTANT MaxEpoch = 2 Lease <- Two + 1", "1:38: expected <- after +, found 1", "Lease = 1"},
		{"CONSTANT MaxEpoch = 2 Lease(-1) = 1", "1:29: expected a value, found a minus sign: a configuration file has no negative numbers", "Lease = 1"},
		{"CONSTANT MaxEpoc = 1 \\in {2}", "1:22: expected the name of a constant, found \\", "did you mean MaxEpoch?"},
		{"CONSTANT + = 1", "1:12: expected <- after +, found =", ""},
		{"CONSTANT << = 1", "1:10: expected the name of a constant, found <<", ""},
		// Bounds.
		{"CONSTANT Replicas = {r1}\nMaxRecords = 2 MaxEpoch = 2", "1:10: Replicas: expected 2 to 7 replicas, found 1", "Replicas = {r1, r2, r3}"},
		{"CONSTANT Replicas = {r1, r2} MaxEpoch = 2\nMaxRecords = 9", "2:1: MaxRecords: expected 1 to 7, found 9: a packed state has room for no more", "MaxRecords = 7"},
		{required + "CONSTANT MinISR = 3", "2:10: MinISR: 3 is more than the 2 replicas, so that acks=all could never be admitted", "MinISR = 2"},
		{required + `CONSTANT Durability = "none"`, `2:10: Durability: expected "kept" or "lossy", found "none"`, `Durability = "kept"`},
		{required + `CONSTANT Variant = {"count-before-fsync"}`, `2:10: Variant: count-before-fsync changes nothing while Durability is "kept", where every record is durable at once`, `Durability = "lossy"`},
		{required + `CONSTANT Variant = {"count-befor-fsync"}`, `2:10: Variant: expected names of variants, found "count-befor-fsync"`, `did you mean "count-before-fsync"?`},
		// Behaviours.
		{required, "1:1: expected SPECIFICATION, or INIT and NEXT, found neither", "SPECIFICATION Spec"},
		{required + "SPECIFICATION Sepc", "2:15: the native model knows SPECIFICATION Spec only, found Sepc", "SPECIFICATION Spec"},
		{required + "INIT Init", "2:6: INIT is given without NEXT", "SPECIFICATION Spec"},
		{required + "NEXT Next", "2:6: NEXT is given without INIT", "SPECIFICATION Spec"},
		{required + "INIT I NEXT Next", "2:6: the native model knows INIT Init only, found I", "INIT Init"},
		{required + "INIT Init NEXT N", "2:16: the native model knows NEXT Next only, found N", "NEXT Next"},
		{required + "SPECIFICATION Spec NEXT Next", "2:25: NEXT and SPECIFICATION are both given, expected one of them", "SPECIFICATION Spec"},
		{required + "INIT Init SPECIFICATION Spec", "2:6: INIT and SPECIFICATION are both given, expected one of them", "SPECIFICATION Spec"},
		{required + "SPECIFICATION Spec SYMMETRY Perms", "2:29: the native model knows SYMMETRY Symmetry only, found Perms", "SYMMETRY Symmetry"},
	} {
		t.Run(test.err, func(t *testing.T) {
			_, err := spec.Read("t.cfg", []byte(test.src), spec.Changes{})
			checkError(t, err, "t.cfg:"+test.err, test.hint)
		})
	}
}

func TestReadRefusesWhatTheModelHasNot(t *testing.T) {
	for _, statement := range []string{"VIEW v", "ALIAS v", "POSTCONDITION v", "_POSSIBLE v", "_PERIODIC v", "_RL_REWARD v"} {
		keyword, _, _ := strings.Cut(statement, " ")
		_, err := spec.Read("t.cfg", []byte(required+"SPECIFICATION Spec\n"+statement), spec.Changes{})
		want := fmt.Sprintf("t.cfg:3:%d: the native model can't use %s, expected no %s", len(statement), statement, keyword)
		checkError(t, err, want, "leave it out; it makes sense for the TLA+ module only")
	}
}

func TestReadPropertyErrors(t *testing.T) {
	var known []string
	for _, p := range invariants.All() {
		if p.Kind == 0 {
			known = append(known, p.Name)
		}
	}
	for _, p := range invariants.Constraints() {
		if p.Kind == 0 {
			known = append(known, p.Name)
		}
	}
	for _, test := range []struct{ src, err, hint string }{
		{"INVARIANT TypeOk", "2:11: unknown name TypeOk, expected an invariant", "did you mean TypeOK?"},
		{"INVARIANT TypeOK PROPERTYS", "2:18: unknown name PROPERTYS, expected an invariant", "did you mean the keyword PROPERTY?"},
		{"INVARIANT Whatever", "2:11: unknown name Whatever, expected an invariant", "known names: " + strings.Join(known, ", ")},
		{"INVARIANT HWNeverDecrease", "2:11: unknown name HWNeverDecrease, expected an invariant", "did you mean HWNeverDecreases?"},
		{"INVARIANT HWNeverDecreases", "2:11: HWNeverDecreases is a step property, expected an invariant", "PROPERTY HWNeverDecreases"},
		{"INVARIANT ElectOnlyWithoutLeader", "2:11: ElectOnlyWithoutLeader is an action constraint, expected an invariant", "ACTION_CONSTRAINT ElectOnlyWithoutLeader"},
		{"PROPERTY TypeOK", "2:10: TypeOK is an invariant, expected a step property", "INVARIANT TypeOK"},
		{"PROPERTY OneReplicaDown", "2:10: OneReplicaDown is a state constraint, expected a step property", "CONSTRAINT OneReplicaDown"},
		{"CONSTRAINT HWNeverDecreases", "2:12: HWNeverDecreases is a step property, expected a state constraint or an invariant", "PROPERTY HWNeverDecreases"},
		{"CONSTRAINT OneReplicasDown", "2:12: unknown name OneReplicasDown, expected a state constraint or an invariant", "did you mean OneReplicaDown?"},
		{"ACTION_CONSTRAINT TypeOK", "2:19: TypeOK is an invariant, expected an action constraint", "INVARIANT TypeOK"},
		{"ACTION_CONSTRAINT HWNeverDecreases", "2:19: HWNeverDecreases is a step property, expected an action constraint", "PROPERTY HWNeverDecreases"},
	} {
		t.Run(test.err, func(t *testing.T) {
			_, err := spec.Read("t.cfg", []byte(required+test.src+"\nSPECIFICATION Spec"), spec.Changes{})
			checkError(t, err, "t.cfg:"+test.err, test.hint)
		})
	}
}

// What is wrong in the changes has no place in the file.
func TestChangeErrors(t *testing.T) {
	for _, test := range []struct {
		changes   spec.Changes
		err, hint string
	}{
		{spec.Changes{Set: []string{"MaxRecords"}}, "expected NAME=VALUE, found MaxRecords", "MaxRecords=2"},
		{spec.Changes{Set: []string{"=2"}}, "expected NAME=VALUE, found =2", "MaxRecords=2"},
		{spec.Changes{Set: []string{"MaxRecords={2"}}, "MaxRecords: expected , or }, found the end of the value", "MaxRecords = 2"},
		{spec.Changes{Set: []string{"MaxRecords=-1"}}, "MaxRecords: expected a value, found a minus sign: a configuration file has no negative numbers", "MaxRecords = 2"},
		{spec.Changes{Set: []string{"MaxEpoch=1+1"}}, "MaxEpoch: expected nothing after the value, found +", "MaxEpoch = 2"},
		{spec.Changes{Set: []string{"MaxRecords=TRUE"}}, "MaxRecords: expected a number, found TRUE", "MaxRecords = 2"},
		{spec.Changes{Set: []string{"MaxRecords=1", "MaxRecords=2"}}, "MaxRecords is set twice, expected it at most once", "leave one of them out"},
		{spec.Changes{Set: []string{"MaxRecords=0"}}, "MaxRecords: expected 1 to 7, found 0", "MaxRecords = 1"},
		{spec.Changes{Variants: []string{"count-before-sync"}}, `Variant: expected names of variants, found "count-before-sync"`, `did you mean "count-before-fsync"?`},
		{spec.Changes{Invariants: []string{"TypeOk"}}, "unknown name TypeOk, expected an invariant", "did you mean TypeOK?"},
		{spec.Changes{Properties: []string{"TypeOK"}}, "TypeOK is an invariant, expected a step property", "INVARIANT TypeOK"},
	} {
		t.Run(test.err, func(t *testing.T) {
			_, err := spec.Read("t.cfg", []byte(required+"SPECIFICATION Spec"), test.changes)
			checkError(t, err, test.err, test.hint)
		})
	}
	_, err := spec.Load("smal", spec.Changes{})
	checkError(t, err, "there is no configuration smal, expected one of "+strings.Join(spec.Names(), ", ")+", or the name of a variant", "did you mean small?")
}

// Whatever a file holds, reading it ends, with bounds that a model can be made
// of or with an error that has a place.
func FuzzRead(f *testing.F) {
	for _, name := range spec.Names() {
		src, _ := spec.Source(name)
		f.Add(src)
	}
	f.Add([]byte(required + "INIT Init NEXT Next CONSTRAINT TypeOK ACTION_CONSTRAINT X VIEW v"))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := spec.Read("f.cfg", src, spec.Changes{})
		if err == nil {
			if err := c.Bounds.Validate(); err != nil {
				t.Fatal(err)
			}
			return
		}
		if e, ok := err.(*cfg.Error); !ok || e.File != "f.cfg" || e.Line < 1 || e.Column < 1 || e.Message == "" {
			t.Fatalf("%#v is not an error with a place", err)
		}
	})
}
