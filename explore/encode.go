package explore

import (
	"encoding/binary"
	"fmt"
	"reflect"
)

// An encoder appends a value's bytes. Their order is the order of the values,
// and equal bytes mean equal values.
type encoder func(dst []byte, v reflect.Value) []byte

// encoderFor returns the encoder of a type, or says which part of it has none.
func encoderFor(t reflect.Type) (encoder, error) {
	return encoderAt(t, t.String())
}

// encoderAt is encoderFor for the part of a type at path.
func encoderAt(t reflect.Type, path string) (encoder, error) {
	switch t.Kind() {
	case reflect.Bool:
		return encodeBool, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encodeInt, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return encodeUint, nil
	case reflect.String:
		return encodeString, nil
	case reflect.Array:
		return arrayEncoder(t, path)
	case reflect.Struct:
		return structEncoder(t, path)
	}
	return nil, fmt.Errorf("explore: %s is a %s; plain states are made of bools, integers, strings, arrays and structs", path, t)
}

func encodeBool(dst []byte, v reflect.Value) []byte {
	if v.Bool() {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func encodeInt(dst []byte, v reflect.Value) []byte {
	return binary.BigEndian.AppendUint64(dst, uint64(v.Int())^1<<63) // negative ones first
}

func encodeUint(dst []byte, v reflect.Value) []byte {
	return binary.BigEndian.AppendUint64(dst, v.Uint())
}

// encodeString marks the end with two zeros and a zero inside as such, so that
// a string comes before those that it is the start of.
func encodeString(dst []byte, v reflect.Value) []byte {
	s := v.String()
	for i := range len(s) {
		dst = append(dst, s[i])
		if s[i] == 0 {
			dst = append(dst, 1)
		}
	}
	return append(dst, 0, 0)
}

func arrayEncoder(t reflect.Type, path string) (encoder, error) {
	element, err := encoderAt(t.Elem(), path+"[i]")
	if err != nil {
		return nil, err
	}
	return func(dst []byte, v reflect.Value) []byte {
		for i := range v.Len() {
			dst = element(dst, v.Index(i))
		}
		return dst
	}, nil
}

func structEncoder(t reflect.Type, path string) (encoder, error) {
	type field struct {
		index  int
		encode encoder
	}
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" {
			continue // == does not look at it either
		}
		encode, err := encoderAt(f.Type, path+"."+f.Name)
		if err != nil {
			return nil, err
		}
		fields = append(fields, field{i, encode})
	}
	return func(dst []byte, v reflect.Value) []byte {
		for _, f := range fields {
			dst = f.encode(dst, v.Field(f.index))
		}
		return dst
	}, nil
}

// hashBytes is hashRow for bytes: the same on every run, for any length.
func hashBytes(b []byte) uint64 {
	h := mix(hashOffset ^ uint64(len(b)))
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
	}
	var rest [8]byte
	copy(rest[:], b)
	return mix(h ^ binary.LittleEndian.Uint64(rest[:]))
}
