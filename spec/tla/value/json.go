package value

import (
	"encoding/json"
	"strconv"
	"strings"
)

// jsonOperators are those that make text; files are the evaluator's.
var jsonOperators = []Operator{
	unary("ToJson", func(v Value) (Value, error) { return jsonText(v, jsonAny) }),
	unary("ToJsonArray", func(v Value) (Value, error) { return jsonText(v, jsonArray) }),
	unary("ToJsonObject", func(v Value) (Value, error) { return jsonText(v, jsonObject) }),
}

// jsonForm says what a sequence becomes.
type jsonForm int

const (
	jsonAny    jsonForm = iota // sets and sequences are arrays, other functions objects
	jsonArray                  // an array, whatever it is
	jsonObject                 // an object, whatever it is
)

func jsonText(v Value, form jsonForm) (Value, error) {
	v, err := Normalize(v)
	if err != nil {
		return Value{}, err
	}
	var b strings.Builder
	if err := writeJSON(&b, v, form); err != nil {
		return Value{}, err
	}
	return String(b.String()), nil
}

func writeJSON(b *strings.Builder, v Value, form jsonForm) error {
	if b.Len() > maxText {
		return errorf("ToJson: a string would have more than %d bytes", maxText)
	}
	k := v.Kind()
	switch {
	case form == jsonArray && (k == KindSet || k.IsFunction()), form == jsonAny && (k == KindSet || k == KindTuple):
		return writeJSONArray(b, v)
	case form != jsonArray && k.IsFunction():
		return writeJSONObject(b, v)
	case form != jsonAny || k > KindSet:
		return wrongArgument("ToJson", "a value that JSON can hold", v)
	case k == KindString || k == KindModel:
		b.WriteString(quotedJSON(v.Text()))
	case k == KindBool:
		b.WriteString(strconv.FormatBool(v.IsTrue()))
	default:
		b.WriteString(v.String())
	}
	return nil
}

func writeJSONArray(b *strings.Builder, v Value) error {
	b.WriteByte('[')
	for i, e := range v.n.elems {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeJSON(b, e, jsonAny); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func writeJSONObject(b *strings.Builder, v Value) error {
	b.WriteByte('{')
	keys, err := force(v.n.domain())
	if err != nil {
		return err
	}
	for i, key := range keys.n.elems {
		if i > 0 {
			b.WriteByte(',')
		}
		name := key.Text()
		if key.Kind() != KindString && key.Kind() != KindModel {
			name = key.String()
		}
		b.WriteString(quotedJSON(name) + ":")
		if err := writeJSON(b, v.n.elems[i], jsonAny); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func quotedJSON(s string) string {
	text, _ := json.Marshal(s) // strings always can be
	return string(text)
}
