package sortid

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The same work by a type, for each type of the package.
type ops struct {
	parse     func(string) (ID, error)
	parseText func([]byte) (ID, error)
	lenient   func(string) (ID, error)
	bytes     func([]byte) (ID, error)
	text      func(ID) string
	column    func([]byte) (ID, error)
	again     func(ID) error // through every interface and back
}

type noPrefix struct{}

func (noPrefix) Prefix() string { return "" }

type user struct{}

func (user) Prefix() string { return "user" }

func opsOf[T Kind[T], P interface {
	*T
	UnmarshalText([]byte) error
	UnmarshalBinary([]byte) error
	Scan(any) error
}]() ops {
	any := func(id T, err error) (ID, error) {
		if err != nil {
			return ID{}, err
		}
		return id.ID(), nil
	}
	return ops{
		parse:     func(text string) (ID, error) { return any(Parse[T](text)) },
		parseText: func(text []byte) (ID, error) { var id T; err := P(&id).UnmarshalText(text); return any(id, err) },
		lenient:   func(text string) (ID, error) { id, _, err := ParseLenient[T](text); return any(id, err) },
		bytes:     func(b []byte) (ID, error) { return any(FromBytes[T](b)) },
		text:      func(id ID) string { return Must(FromID[T](id)).String() },
		column: func(text []byte) (ID, error) {
			ids := make([]T, 1)
			_, err := ParseColumn(text, len(text), ids)
			return any(ids[0], err)
		},
		again: func(from ID) error {
			id := Must(FromID[T](from))
			check := func(what string, to T, err error) error {
				if err != nil || to != id || to.Compare(id) != 0 {
					return fmt.Errorf("%s: %v %v", what, to, err)
				}
				return nil
			}
			text, _ := json.Marshal(map[string]T{"id": id})
			var read map[string]T
			err := json.Unmarshal(text, &read)
			if err := check("json", read["id"], err); err != nil {
				return err
			}
			value, _ := id.Value()
			for _, src := range []interface{}{value, []byte(value.(string)), from.Bytes()} {
				var to T
				err := P(&to).Scan(src)
				if err := check(fmt.Sprintf("Scan(%v)", src), to, err); err != nil {
					return err
				}
			}
			var to T
			err = P(&to).UnmarshalBinary(from.Bytes())
			if err := check("binary", to, err); err != nil {
				return err
			}
			if hex := from.Hex(); true {
				to, err := FromHex[T](hex)
				if err := check("hex", to, err); err != nil {
					return err
				}
			}
			if all := []T{id}; string(AppendColumn(nil, all)) != id.String() {
				return errors.New("AppendColumn")
			}
			ms, ok := id.UnixMs()
			own, there := from.UnixMs()
			if ms != own && ok || ok != there {
				return fmt.Errorf("UnixMs %v %v, not %v %v", ms, ok, own, there)
			}
			return nil
		},
	}
}

func TestEveryFormatHasAType(t *testing.T) {
	for _, f := range Formats() {
		if kinds[f.String()].parse == nil {
			t.Errorf("%v is not among the types of the tests", f)
		}
	}
	if len(kinds) != len(Formats()) {
		t.Error("a type without a format")
	}
}

// What make test gives; a package that was downloaded has neither the vectors nor the program.
func setting(t *testing.T, name string) string {
	value := os.Getenv(name)
	if value == "" {
		t.Skipf("%s is not set: make test sets it", name)
	}
	return value
}

func read(t *testing.T, path ...string) (content any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return content
}

type vector map[string]any

func (v vector) text(key string) string {
	if key == "text" && v["text"] == nil {
		all, _ := hex.DecodeString(v.text("bytes"))
		return string(all)
	}
	s, _ := v[key].(string)
	return s
}
func (v vector) number(key string) int64 { n, _ := v[key].(json.Number).Int64(); return n }
func (v vector) at(key string) time.Time { return time.UnixMilli(v.number(key)) }

func rejected(t *testing.T, v vector, err error) {
	t.Helper()
	var why *Error
	if !errors.As(err, &why) {
		t.Errorf("%v: %v", v, err)
		return
	}
	if why.Reason.String() != v["reason"] || v["position"] != nil && int64(why.Position) != v.number("position") {
		t.Errorf("%v: %v at %d", v, why.Reason, why.Position)
	}
	if why.Error() == "" {
		t.Errorf("%v: no sentence", v)
	}
}

func fieldsOf(id ID) map[string]any {
	fields := map[string]any{}
	for _, f := range id.Fields() {
		if f.Present {
			fields[f.Name] = strconv.FormatUint(f.Lo, 10)
			if f.Hi != 0 {
				fields[f.Name] = numberOf(f.Hi, f.Lo)
			}
		} else {
			fields[f.Name] = nil
		}
	}
	return fields
}
func numberOf(hi, lo uint64) string {
	return Must(formatUUID.FromNumber(hi, lo)).Number().String()
}

var sections = map[string]func(*testing.T, Format, vector){
	"valid": func(t *testing.T, f Format, v vector) {
		own := v.text("text")
		if v["canonical"] != nil {
			own = v.text("canonical")
		}
		id, err := f.Parse(v.text("text"))
		if err != nil || id.String() != own || id.Hex() != v.text("hex") || hex.EncodeToString(id.Bytes()) != v.text("hex") ||
			id.Number().String() != v.text("int") || id.Prefix() != v.text("prefix") {
			t.Fatalf("%v: %v %v", v, id, err)
		}
		k := kinds[f.String()]
		plain := id
		if id.Prefix() != "" {
			plain = Must(id.WithPrefix(""))
			if _, err := k.parse(id.String()); err == nil {
				t.Errorf("%v has another prefix", id)
			}
		}
		given := strings.TrimPrefix(v.text("text"), id.Prefix()+"_")
		for _, parse := range []func(string) (ID, error){k.parse, k.lenient,
			func(s string) (ID, error) { return k.parseText([]byte(s)) }, func(s string) (ID, error) { return k.column([]byte(s)) },
			func(string) (ID, error) { return k.bytes(id.Bytes()) }} {
			if read, err := parse(given); err != nil || read != plain {
				t.Fatalf("%v: %v %v", v, read, err)
			}
		}
		if text := k.text(plain); text != plain.String() {
			t.Errorf("%v: %v", v, text)
		}
		if err := k.again(plain); err != nil {
			t.Errorf("%v: %v", v, err)
		}
		if v["uuid"] != nil {
			if other := Must(id.Convert(formatUUID)); other.String() != v.text("uuid") {
				t.Errorf("%v: %v", v, other)
			}
		}
		if ms, there := v["unix_ms"]; there {
			own, ok := id.UnixMs()
			if ok != (ms != nil) || ok && own != v.number("unix_ms") {
				t.Errorf("%v: %v %v", v, own, ok)
			}
			if ok && InstantText(own) != v.text("time") {
				t.Errorf("%v: %v", v, InstantText(own))
			}
		}
		if v["fields"] != nil && !reflect.DeepEqual(fieldsOf(id), v["fields"]) {
			t.Errorf("%v: %v", v, fieldsOf(id))
		}
		if v["check"] != nil {
			if checked := Must(f.CheckOf(v.text("text"))); checked != (v["check"] == "valid") {
				t.Errorf("%v: %v", v, checked)
			}
		}
	},
	"invalid": func(t *testing.T, f Format, v vector) {
		_, err := f.Parse(v.text("text"))
		rejected(t, v, err)
		if k := kinds[f.String()]; f != formatTypeID {
			_, err = k.parse(v.text("text"))
			rejected(t, v, err)
			_, err = k.parseText([]byte(v.text("text")))
			rejected(t, v, err)
		} else if _, err = k.parse(v.text("text")); err == nil {
			t.Error(v)
		}
	},
	"lenient": func(t *testing.T, f Format, v vector) {
		id, canonical, err := f.ParseLenient(v.text("text"))
		if err != nil || id.String() != v.text("canonical") || id.Hex() != v.text("hex") || canonical != (v["canonical"] == v["text"]) {
			t.Errorf("%v: %v %v %v", v, id, canonical, err)
		}
	},
	"lenient_invalid": func(t *testing.T, f Format, v vector) {
		_, _, err := f.ParseLenient(v.text("text"))
		rejected(t, v, err)
	},
	"invalid_values": func(t *testing.T, f Format, v vector) {
		b, _ := hex.DecodeString(v.text("hex"))
		_, err := f.FromBytes(b)
		rejected(t, v, err)
		_, err = kinds[f.String()].bytes(b)
		rejected(t, v, err)
		_, err = f.FromHex(v.text("hex"))
		rejected(t, v, err)
	},
	"instants": func(t *testing.T, f Format, v vector) {
		first, last := Must(f.First(v.at("unix_ms"))), Must(f.Last(v.at("unix_ms")))
		if first.Hex() != v.text("first") || last.Hex() != v.text("last") {
			t.Errorf("%v: %v %v", v, first.Hex(), last.Hex())
		}
	},
	"invalid_instants": func(t *testing.T, f Format, v vector) {
		_, err := f.First(v.at("unix_ms"))
		rejected(t, v, err)
		_, err = f.Last(v.at("unix_ms"))
		rejected(t, v, err)
	},
	"intervals": func(t *testing.T, f Format, v vector) {
		first, last, err := f.Between(v.at("from_ms"), v.at("to_ms"))
		if err != nil || first.Hex() != v.text("first") || last.Hex() != v.text("last") {
			t.Errorf("%v: %v %v %v", v, first.Hex(), last.Hex(), err)
		}
	},
	"invalid_intervals": func(t *testing.T, f Format, v vector) {
		_, _, err := f.Between(v.at("from_ms"), v.at("to_ms"))
		rejected(t, v, err)
	},
	"prefixes": func(t *testing.T, f Format, v vector) {
		first, last, err := f.TextPrefix(v.text("prefix"))
		if err != nil || first.Number().String() != v.text("lower") || last.Number().String() != v.text("upper") {
			t.Errorf("%v: %v %v %v", v, first, last, err)
		}
	},
	"invalid_prefixes": func(t *testing.T, f Format, v vector) {
		_, _, err := f.TextPrefix(v.text("text"))
		rejected(t, v, err)
	},
	"extensions": func(t *testing.T, f Format, v vector) {
		// The 128 bits that a generator draws, as two words; it takes those that are random.
		var random [8]byte
		if _, err := hex.Decode(random[:], []byte(v.text("random64"))); err != nil {
			t.Fatal(err)
		}
		upper := uint64(v.number("random15")) << 4
		drawn := make([]byte, 16)
		for i := 0; i < 8; i++ {
			drawn[i] = byte(upper >> (8 * i))
			drawn[8+i] = random[7-i]
		}
		options := Options{Entropy: repeat(drawn)}
		if v["extension"] != nil {
			if n := v.number("extension"); n >= 0 && n <= 0xFFFF {
				extension := uint16(n)
				options.Extension = &extension
			} else {
				return
			}
		}
		g, err := NewGenerator[EUID](options)
		var id EUID
		if err == nil {
			id, err = g.RandomAt(v.at("timestamp"))
		}
		if v["reason"] != nil {
			var fault *GeneratorError
			if errors.As(err, &fault) && fault.Fault == FaultOutOfRange && v["reason"] == "range" {
				return
			}
			rejected(t, v, err)
		} else if err != nil || id.Hex() != v.text("hex") {
			t.Errorf("%v: %v %v", v, id.Hex(), err)
		}
	},
	"detect": func(t *testing.T, _ Format, v vector) {
		names := []any{}
		for _, f := range Detect(v.text("text")) {
			names = append(names, f.String())
		}
		if !reflect.DeepEqual(names, v["formats"]) {
			t.Errorf("%v: %v", v, names)
		}
		id, err := ParseAny(v.text("text"))
		if (err == nil) != (len(names) > 0) || err == nil && id.Format().String() != names[0] {
			t.Errorf("%v: %v %v", v, id, err)
		}
	},
}

// Gives the same bytes again and again.
type repeat []byte

func (r repeat) Read(to []byte) (int, error) {
	for i := range to {
		to[i] = r[i%len(r)]
	}
	return len(to), nil
}

func TestVectors(t *testing.T) {
	home := setting(t, "SORTID_VECTORS")
	files, _ := filepath.Glob(filepath.Join(home, "*.json"))
	if len(files) != len(Formats())+1 {
		t.Errorf("%d files", len(files))
	}
	for _, file := range files {
		content := read(t, file).(map[string]any)
		name, _ := content["format"].(string)
		f, _ := FormatNamed(name)
		for section, all := range content {
			cases, ok := all.([]any)
			if !ok {
				continue
			}
			if sections[section] == nil || len(cases) == 0 {
				t.Errorf("%s: what is %s?", file, section)
				continue
			}
			t.Run(filepath.Base(file)+"/"+section, func(t *testing.T) {
				for _, each := range cases {
					sections[section](t, f, each.(map[string]any))
				}
			})
		}
	}
}

func TestIntervals(t *testing.T) {
	count := 0
	for _, each := range read(t, setting(t, "SORTID_VECTORS"), "intervals", "vectors.json").([]any) {
		v := vector(each.(map[string]any))
		if v["bounds"] != "[)" {
			continue
		}
		end := func(key string) time.Time {
			if v[key] == nil {
				return time.Time{}
			}
			ns, _ := new(big.Int).SetString(v.text(key), 10)
			seconds, rest := ns.DivMod(ns, big.NewInt(1e9), new(big.Int))
			return time.Unix(seconds.Int64(), rest.Int64())
		}
		f, _ := FormatNamed(v.text("format"))
		first, last, err := f.Between(end("from_ns"), end("to_ns"))
		if v["first"] == nil {
			if err == nil {
				t.Errorf("%v: %v", v, first)
			}
			continue
		}
		count++
		if err != nil || first.Hex() != v.text("first") || last.Hex() != v.text("last") {
			t.Errorf("%v: %v %v %v", v, first.Hex(), last.Hex(), err)
		}
	}
	if count < 100 {
		t.Error(count)
	}
}

func TestMasks(t *testing.T) {
	for _, each := range read(t, setting(t, "SORTID_VECTORS"), "mask", "vectors.json").([]any) {
		v := vector(each.(map[string]any))
		f, _ := FormatNamed(v.text("format"))
		key, _ := hex.DecodeString(v.text("key"))
		version := int(v.number("version"))
		m, err := NewMasker(f, key, version)
		if err != nil {
			t.Fatalf("%v: %v", v, err)
		}
		file, err := NewMaskerFromFile(f, []byte(v.text("key")+"\n"), version)
		if err != nil {
			t.Fatalf("%v: %v", v, err)
		}
		id := Must(f.Parse(v.text("text")))
		masked := Must(m.Mask(id))
		if masked.String() != v.text("masked") || Must(m.Unmask(masked)) != id || Must(file.Mask(id)) != masked {
			t.Errorf("%v: %v", v, masked)
		}
		m.Close()
		if _, err := m.Mask(id); err == nil {
			t.Error("a closed masker masks")
		}
	}
	for _, size := range []int{0, 15, 17, 31, 33, 100_000} {
		if _, err := NewMasker(formatULID, make([]byte, size), 0); err == nil {
			t.Errorf("a key of %d bytes", size)
		}
	}
}

// At the place of a TypeID's type, whatever prefix the case has.
func named(f Format, key []byte, o Options, at time.Time, name string) (ID, error) {
	switch f {
	case formatULID:
		return anyOf(mustNamed[ULID](key, o).At(at, name))
	case formatUUIDv7:
		return anyOf(mustNamed[UUIDv7](key, o).At(at, name))
	case formatEUID:
		return anyOf(mustNamed[EUID](key, o).At(at, name))
	case formatTypeID:
		if o.Prefix == "user" {
			return anyOf(mustNamed[TypeID[user]](key, Options{}).At(at, name))
		}
		c := o.Prefix
		o.Prefix = ""
		id, err := anyOf(mustNamed[TypeID[noPrefix]](key, o).At(at, name))
		if err != nil || c == "" {
			return id, err
		}
		return id.WithPrefix(c)
	}
	_, err := mustNamed[XID](key, o).At(at, name)
	return ID{}, err
}
func mustNamed[T Kind[T]](key []byte, o Options) *NamedIDs[T] { return Must(NewNamedIDs[T](key, o)) }
func anyOf[T Kind[T]](id T, err error) (ID, error) {
	if err != nil {
		return ID{}, err
	}
	return id.ID(), nil
}

func TestNamed(t *testing.T) {
	for _, each := range read(t, setting(t, "SORTID_VECTORS"), "named", "vectors.json").([]any) {
		v := vector(each.(map[string]any))
		f, _ := FormatNamed(v.text("format"))
		if p := v.text("prefix"); p != "" && p != "user" {
			continue // the prefix is part of what is hashed; the type has to say it
		}
		key, _ := hex.DecodeString(v.text("key"))
		o := Options{Prefix: v.text("prefix")}
		if v["extension"] != nil {
			extension := uint16(v.number("extension"))
			o.Extension = &extension
		}
		if id, err := named(f, key, o, v.at("unix_ms"), v.text("name")); err != nil || id.String() != v.text("text") {
			t.Errorf("%v: %v %v", v, id, err)
		}
	}
}

func TestFind(t *testing.T) {
	for _, each := range read(t, setting(t, "SORTID_VECTORS"), "find", "vectors.json").(map[string]any)["cases"].([]any) {
		v := vector(each.(map[string]any))
		var only []Format
		if names, ok := v["formats"].([]any); ok {
			if len(names) == 0 {
				continue // without formats, Find takes its own
			}
			for _, name := range names {
				f, _ := FormatNamed(name.(string))
				only = append(only, f)
			}
		}
		got := []any{}
		for _, found := range Find(v.text("text"), only...) {
			got = append(got, []any{found.ID.Format().String(), v.text("text")[found.Start:found.End]})
		}
		if fmt.Sprint(got) != fmt.Sprint(v["found"]) {
			t.Errorf("%v: %v", v, got)
		}
	}
	// More ids than there is room for at first, in a text longer than the core's memory.
	if found := Find(strings.Repeat("01ARZ3NDEKTSV4RRFFQ69G5FAV ", 20_000)); len(found) != 20_000 {
		t.Error(len(found))
	}
}

// Bodies of the functions by their words, as every front end's test has them.
var bodies = map[string]func(vector) (any, error){
	"text":   func(v vector) (any, error) { id, err := given(v); return id.String(), err },
	"number": func(v vector) (any, error) { id, err := given(v); return id.Number().String(), err },
	"bytes":  func(v vector) (any, error) { id, err := given(v); return hex.EncodeToString(id.Bytes()), err },
	"hex":    func(v vector) (any, error) { id, err := given(v); return id.Hex(), err },
	"prefix": func(v vector) (any, error) { id, err := given(v); return id.Prefix(), err },
	"suffix": func(v vector) (any, error) { id, err := given(v); return id.Suffix(), err },
	"uuid":   func(v vector) (any, error) { id, err := given(v); return converted(id, formatUUID, err) },
	"parse":  func(v vector) (any, error) { id, err := given(v); return id.String(), err },
	"lenient": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		id, _, err := f.ParseLenient(v.text("x"))
		return id.String(), err
	},
	"valid": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		return f.IsValid(v.text("x")), nil
	},
	"check": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		var why *Error
		if errors.As(f.Check(v.text("x")), &why) {
			return fmt.Sprintf("%v at position %d", why.Reason, why.Position), nil
		}
		return nil, nil
	},
	"detect": func(v vector) (any, error) { id, err := ParseAny(v.text("x")); return id.Format().String(), err },
	"convert": func(v vector) (any, error) {
		to, _ := FormatNamed(v.text("to"))
		id, err := given(v)
		return converted(id, to, err)
	},
	"mask":   func(v vector) (any, error) { return masked(v, (*Masker).Mask, false) },
	"unmask": func(v vector) (any, error) { return masked(v, (*Masker).Unmask, true) },
	"named": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		key, _ := hex.DecodeString(v.text("key"))
		id, err := named(f, key, Options{Prefix: v.text("prefix")}, v.at("t"), v.text("name"))
		return id.String(), err
	},
	"fields": func(v vector) (any, error) { id, err := given(v); return fieldsOf(id), err },
	"timestamp": func(v vector) (any, error) {
		id, err := given(v)
		for _, f := range id.Fields() {
			if f.Role == "timestamp" {
				return json.Number(strconv.FormatUint(f.Lo, 10)), err
			}
		}
		return nil, err
	},
	"ms": func(v vector) (any, error) {
		id, err := given(v)
		if ms, ok := id.UnixMs(); ok {
			return json.Number(strconv.FormatInt(ms, 10)), err
		}
		return nil, err
	},
	"time": func(v vector) (any, error) {
		id, err := given(v)
		if at, ok := id.Time(); ok {
			return InstantText(at.UnixMilli()), err
		}
		return nil, err
	},
	"first": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		id, err := f.First(v.at("t"))
		return id.String(), err
	},
	"last": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		id, err := f.Last(v.at("t"))
		return id.String(), err
	},
	"between": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		first, last, err := f.Between(v.at("a"), v.at("b"))
		return []any{first.String(), last.String()}, err
	},
	"text prefix": func(v vector) (any, error) {
		f, _ := FormatNamed(v.text("format"))
		first, last, err := f.TextPrefix(v.text("p"))
		return []any{first.String(), last.String()}, err
	},
	"find": func(v vector) (any, error) {
		var only []Format
		if f, ok := FormatNamed(v.text("format")); ok {
			only = append(only, f)
		}
		texts := []any{}
		for _, found := range Find(v.text("x"), only...) {
			texts = append(texts, found.ID.String())
		}
		return texts, nil
	},
	"looks like": func(v vector) (any, error) { return LooksLike(v.text("x"), time.Now())[0].Name, nil },
}

func given(v vector) (ID, error) {
	f, _ := FormatNamed(v.text("format"))
	return f.Parse(v.text("x"))
}
func converted(id ID, to Format, err error) (any, error) {
	if err == nil {
		id, err = id.Convert(to)
		var why *Error
		if errors.As(err, &why) && why.Reason.String() == "unsupported" { // another width
			err = &Error{Reason: ReasonRange}
		}
	}
	return id.String(), err
}
func masked(v vector, change func(*Masker, ID) (ID, error), back bool) (any, error) {
	f, _ := FormatNamed(v.text("format"))
	key, _ := hex.DecodeString(v.text("key"))
	m, err := NewMasker(f, key, 0)
	if err != nil {
		return nil, err
	}
	of := f
	if back && f == formatUUIDv7 {
		of = formatUUID
	}
	id, err := of.Parse(v.text("x"))
	if err == nil {
		id, err = change(m, id)
	}
	return id.String(), err
}

func TestFunctions(t *testing.T) {
	cases := read(t, setting(t, "SORTID_VECTORS"), "functions", "vectors.json").([]any)
	for _, each := range read(t, setting(t, "SORTID_SOURCE"), "docs", "functions.json").(map[string]any)["functions"].([]any) {
		entry := each.(map[string]any)
		if example, ok := entry["example"].(map[string]any); ok {
			example["function"] = entry["word"]
			cases = append(cases, example)
		}
	}
	for _, each := range cases {
		v := vector(each.(map[string]any))
		body := bodies[v.text("function")]
		if body == nil {
			t.Errorf("%v has no body", v)
			continue
		}
		answer, err := body(v)
		if v["reason"] != nil {
			rejected(t, v, err)
		} else if err != nil || !reflect.DeepEqual(answer, v["answer"]) {
			t.Errorf("%v: %v %v", v, answer, err)
		}
	}
	t.Logf("%d cases", len(cases))
}

// Texts near the valid ones, as the command line judges them.
func TestMutatedTexts(t *testing.T) {
	program := setting(t, "SORTID_BIN")
	count := 100_000
	if n, err := strconv.Atoi(os.Getenv("SORTID_MUTATED")); err == nil {
		count = n
	}
	seed := time.Now().UnixNano()
	if n, err := strconv.ParseInt(os.Getenv("SORTID_TEST_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Logf("SORTID_TEST_SEED=%d", seed)
	for _, f := range Formats() {
		f := f
		t.Run(f.String(), func(t *testing.T) {
			t.Parallel()
			mutated(t, program, f, count, rand.New(rand.NewSource(seed)))
		})
	}
}

func mutated(t *testing.T, program string, f Format, count int, random *rand.Rand) {
	const chunk = 100_000
	invalid := 0
	for done := 0; done < count; done += chunk {
		n := min(chunk, count-done)
		texts := make([]string, n)
		var input bytes.Buffer
		for i := range texts {
			texts[i] = mutate(f, random)
			input.WriteString(texts[i])
			input.WriteByte('\n')
		}
		command := exec.Command(program, "check", "--format", f.String())
		command.Stdin = &input
		var told bytes.Buffer
		command.Stderr = &told
		output, err := command.Output()
		if ended := new(exec.ExitError); err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		told.Write(output)
		wrong := map[int]string{}
		lines := bufio.NewScanner(&told)
		for lines.Scan() {
			parts := strings.SplitN(lines.Text(), ":", 3)
			if len(parts) < 3 {
				continue
			}
			if at, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(parts[1], " line"))); err == nil {
				wrong[at] = parts[2]
			}
		}
		judged := 0
		for i, text := range texts {
			id, err := kinds[f.String()].parse(text)
			if f == formatTypeID {
				id, err = f.Parse(text)
			}
			sentence, bad := wrong[i+1]
			if bad != (err != nil) {
				t.Fatalf("%q: %v %v, and the command line says %q", text, id, err, sentence)
			}
			if bad {
				judged++
				if !strings.Contains(sentence, err.Error()) {
					t.Fatalf("%q: %q, and the command line says %q", text, err, sentence)
				}
			} else if !strings.EqualFold(id.String(), text) && f != formatEUID {
				t.Fatalf("%q is %v", text, id)
			}
		}
		if judged == 0 || judged == n {
			t.Fatalf("%d of %d are invalid, so that nothing was compared: %s", judged, n, lines.Text())
		}
		invalid += judged
	}
	t.Logf("%d texts, of which %d are invalid", count, invalid)
}

var strange = []byte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_ .:/@`{~\x7f\x80\xff")

func mutate(f Format, random *rand.Rand) string {
	hi, lo := random.Uint64(), random.Uint64()
	if random.Intn(8) == 0 {
		hi, lo = hi>>uint(random.Intn(64)), lo>>uint(random.Intn(64))
	}
	if f.isSmall() {
		hi = 0
	}
	id, err := f.FromNumber(hi, lo)
	for err != nil {
		if f == formatUUIDv7 {
			hi, lo = hi&^0xF000|0x7000, lo&^(3<<62)|2<<62
		} else {
			lo >>= 1
		}
		id, err = f.FromNumber(hi, lo)
	}
	if f == formatTypeID && random.Intn(2) == 0 {
		id = Must(id.WithPrefix("user"))
	}
	text := []byte(id.String())
	for n := random.Intn(4); n > 0; n-- {
		at := random.Intn(len(text))
		switch random.Intn(8) {
		case 0:
			text = append(text[:at], text[at+1:]...)
			if len(text) == 0 {
				return "0"
			}
		case 1:
			text = append(text, strange[random.Intn(len(strange))])
		case 2:
			text = bytes.ToLower(text)
		default:
			text[at] = strange[random.Intn(len(strange))]
		}
	}
	return string(text)
}
