package syntax

// An opInfo says how tightly an operator binds: a range of precedences, as
// the language defines them. Of two operators the one binds tighter whose
// range lies above that of the other; ranges that overlap are a conflict.
type opInfo struct {
	text        string
	low, high   uint8
	associative bool
}

func (a *opInfo) tighter(b *opInfo) bool { return a.low > b.high }

var infixOps, prefixOps, postfixOps = map[string]*opInfo{}, map[string]*opInfo{}, map[string]*opInfo{}

func init() {
	add := func(m map[string]*opInfo, low, high uint8, associative bool, texts ...string) {
		for _, t := range texts {
			m[t] = &opInfo{t, low, high, associative}
		}
	}
	add(infixOps, 1, 1, false, "=>")
	add(infixOps, 2, 2, false, "-+->", "<=>", "~>")
	add(infixOps, 3, 3, true, `/\`, `\/`)
	add(infixOps, 5, 5, false, "/=", "-|", "::=", ":=", "<", "=", "=|", ">", `\approx`, `\asymp`, `\cong`, `\doteq`,
		">=", `\gg`, `\in`, `\notin`, "<=", `\ll`, `\prec`, `\preceq`, `\propto`, `\sim`, `\simeq`, `\sqsubset`,
		`\sqsubseteq`, `\sqsupset`, `\sqsupseteq`, `\subset`, `\subseteq`, `\succ`, `\succeq`, `\supset`, `\supseteq`,
		"|-", "|=")
	add(infixOps, 5, 14, true, `\cdot`)
	add(infixOps, 6, 6, true, "@@")
	add(infixOps, 7, 7, false, ":>", "<:")
	add(infixOps, 8, 8, false, `\`)
	add(infixOps, 8, 8, true, `\cap`, `\cup`)
	add(infixOps, 9, 9, false, "..", "...")
	add(infixOps, 9, 13, false, "!!")
	add(infixOps, 9, 13, true, "##", "$", "$$", "??", `\sqcap`, `\sqcup`, `\uplus`)
	add(infixOps, 9, 14, false, `\wr`)
	add(infixOps, 10, 10, true, `(+)`, "+", "++")
	add(infixOps, 10, 11, false, "%")
	add(infixOps, 10, 11, true, "%%", "|", "||")
	add(infixOps, 11, 11, true, `(-)`, "-", "--")
	add(infixOps, 10, 13, true, `\X`)
	add(infixOps, 13, 13, true, "&", "&&", `(.)`, `(\X)`, "*", "**", `\bigcirc`, `\bullet`, `\o`, `\star`)
	add(infixOps, 13, 13, false, `(/)`, "/", "//", `\div`)
	add(infixOps, 14, 14, false, "^", "^^")
	add(prefixOps, 4, 4, false, "~")
	add(prefixOps, 4, 15, false, "[]", "<>", "ENABLED", "UNCHANGED")
	add(prefixOps, 8, 8, false, "SUBSET", "UNION")
	add(prefixOps, 9, 9, false, "DOMAIN")
	add(prefixOps, 12, 12, false, "-.")
	add(postfixOps, 15, 15, false, "^+", "^*", "^#", "'")
}

// canonical maps the spellings of an operator to the first one.
var canonical = map[string]string{
	`\land`: `/\`, `\lor`: `\/`, `\lnot`: "~", `\neg`: "~", `\equiv`: "<=>", "#": "/=", `\leq`: "<=", "=<": "<=",
	`\geq`: ">=", `\union`: `\cup`, `\intersect`: `\cap`, `\times`: `\X`, `\circ`: `\o`, `\oplus`: "(+)",
	`\ominus`: "(-)", `\odot`: "(.)", `\oslash`: "(/)", `\otimes`: `(\X)`,
	"∧": `/\`, "∨": `\/`, "¬": "~", "≡": "<=>", "⇔": "<=>", "⇒": "=>", "≠": "/=", "≤": "<=", "≥": ">=", "∈": `\in`,
	"∉": `\notin`, "⊆": `\subseteq`, "⊂": `\subset`, "⊇": `\supseteq`, "⊃": `\supset`, "∪": `\cup`, "∩": `\cap`,
	"×": `\X`, "∘": `\o`, "⊕": "(+)", "⊖": "(-)", "⊙": "(.)", "⊘": "(/)", "⊗": `(\X)`, "∃": `\E`, "∀": `\A`,
	"≜": "==", "⟨": "<<", "⟩": ">>", "⟩_": ">>_", "〈": "<<", "〉": ">>", "〉_": ">>_", "□": "[]", "◇": "<>",
	"↦": "|->", "→": "->", "←": "<-", "↝": "~>", "⤳": "~>", "⇸": "-+->", "∷": "::", "≔": ":=", "⩴": "::=",
	"‥": "..", "…": "...", "·": `\cdot`, "⋅": `\cdot`, "•": `\bullet`, "●": `\bullet`, "◯": `\bigcirc`, "⋆": `\star`, "÷": `\div`,
	"∝": `\propto`, "∼": `\sim`, "≃": `\simeq`, "≈": `\approx`, "≅": `\cong`, "≍": `\asymp`, "≐": `\doteq`,
	"≺": `\prec`, "≼": `\preceq`, "⪯": `\preceq`, "≻": `\succ`, "≽": `\succeq`, "⪰": `\succeq`, "≪": `\ll`, "≫": `\gg`,
	"⊏": `\sqsubset`, "⊑": `\sqsubseteq`, "⊐": `\sqsupset`, "⊒": `\sqsupseteq`, "⊓": `\sqcap`, "⊔": `\sqcup`,
	"⊎": `\uplus`, "≀": `\wr`, "⊢": "|-", "⊨": "|=", "⊣": "-|", "⫤": "=|", "‖": "||", "⁺": "^+",
	"′": "'", "‼": "!!", "⁇": "??",
}

// words are the operators and marks that begin with a backslash.
var words = map[string]bool{`\E`: true, `\A`: true, `\EE`: true, `\AA`: true, `\exists`: true, `\forall`: true}

func init() {
	canonical[`\exists`], canonical[`\forall`] = `\E`, `\A`
	for _, m := range []map[string]*opInfo{infixOps, prefixOps, postfixOps} {
		for t := range m {
			words[t] = words[t] || t[0] == '\\' && len(t) > 1
		}
	}
	for t := range canonical {
		words[t] = words[t] || t[0] == '\\' && len(t) > 1
	}
	delete(words, `\/`)
}

// marks are the symbols made of ASCII punctuation, longest first for each
// first byte. A minus sign before a dot is the name of the prefix operator.
var marks = []string{
	"-+->", "...", "::=", "|->", "<=>", `(\X)`, ">>_", "]_",
	"..", "::", ":=", ":>", "||", "|-", "|=", "->", "--", "-|", "-.", "=>", "=<", "=|", "==", "<=", "<:", "<>", "<<",
	"<-", ">=", ">>", "~>", `/\`, "/=", "//", `\/`, "^+", "^*", "^#", "^^", "**", "++", "%%", "##", "$$", "??", "!!",
	"&&", "@@", "[]", "(+)", "(-)", "(.)", "(/)",
	"(", ")", "[", "]", "{", "}", ",", ":", ".", "|", "-", "=", "<", ">", "~", "/", `\`, "^", "*", "+", "%", "#", "$",
	"!", "&", "@", "'", "_", "?",
}

var marksBy [128][]string

func init() {
	for _, size := range []int{4, 3, 2, 1} {
		for _, m := range marks {
			if len(m) == size {
				marksBy[m[0]] = append(marksBy[m[0]], m)
			}
		}
	}
}
