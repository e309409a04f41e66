package draw

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tidemark/explore/trace"
)

// browserVariable names the program of a Chromium that the pages are tried in.
const browserVariable = "TIDEMARK_CHROMIUM"

// A browser is a headless Chromium that is spoken to over a pair of pipes, in
// the Chrome DevTools Protocol: JSON objects that end in a zero byte.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	calls   int
	session string
	faults  []string // what the page said or asked for that it must not
	loaded  bool
}

// startBrowser starts the browser for the time of a test.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	program := os.Getenv(browserVariable)
	if program == "" {
		t.Skipf("no browser: %s names no Chromium", browserVariable)
	}
	fromTest, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, toTest, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir())
	cmd.ExtraFiles = []*os.File{fromTest, toTest}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromTest.Close()
	toTest.Close()
	if err := out.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil)
		cmd.Wait()
		in.Close()
		out.Close()
	})
	return b
}

// call calls a method and returns its result.
func (b *browser) call(method string, params any) map[string]any {
	b.t.Helper()
	b.calls++
	request := map[string]any{"id": b.calls, "method": method, "params": params}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	data, err := json.Marshal(request)
	if err == nil {
		_, err = b.in.Write(append(data, 0))
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		m := b.read()
		if m.ID == b.calls {
			if m.Error != nil {
				b.t.Fatalf("%s: %s", method, m.Error.Message)
			}
			return m.Result
		}
	}
}

type message struct {
	ID     int            `json:"id"`
	Method string         `json:"method"`
	Params map[string]any `json:"params"`
	Result map[string]any `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// read reads a message, and notes what the page must not do.
func (b *browser) read() message {
	b.t.Helper()
	data, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser does not answer: %v", err)
	}
	var m message
	if err := json.Unmarshal(data[:len(data)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled":
		b.faults = append(b.faults, fmt.Sprint(m.Method, m.Params))
	case "Network.requestWillBeSent":
		request, _ := m.Params["request"].(map[string]any)
		if url := fmt.Sprint(request["url"]); !strings.HasPrefix(url, "file://") {
			b.faults = append(b.faults, "asks for "+url)
		}
	}
	return m
}

// open opens the page of a trace.
func (b *browser) open(tr *trace.Trace) {
	b.t.Helper()
	name := filepath.Join(b.t.TempDir(), "trace.html")
	f, err := os.Create(name)
	if err == nil {
		err = HTML(f, tr)
		f.Close()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})
	b.session = fmt.Sprint(b.call("Target.attachToTarget", map[string]any{"targetId": target["targetId"], "flatten": true})["sessionId"])
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		b.call(domain+".enable", nil)
	}
	b.call("Page.navigate", map[string]any{"url": "file://" + name})
	for !b.loaded {
		b.read()
	}
}

// press presses a key.
func (b *browser) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key})
	}
}

// value evaluates an expression in the page, to a string.
func (b *browser) value(expression string) string {
	b.t.Helper()
	result, _ := b.call("Runtime.evaluate", map[string]any{"expression": "String(" + expression + ")", "returnByValue": true})["result"].(map[string]any)
	return fmt.Sprint(result["value"])
}

const (
	titleShown    = "document.getElementById('title').textContent"
	positionShown = "document.getElementById('position').textContent"
	notesShown    = "document.getElementById('notes').textContent"
	stateShown    = "[...document.querySelectorAll('#state tr')].map(r => r.innerText).join('\\n')"
	changesShown  = "[...document.querySelectorAll('#state tr.changed')].map(r => r.cells[0].textContent).join()"
	markedRow     = "[...document.querySelectorAll('#picture .cursor')].map(r => r.dataset.step).join()"
)

// TestBrowser steps through traces in a browser with the keyboard, and looks
// at what it shows at the last step.
func TestBrowser(t *testing.T) {
	for name, tr := range map[string]*trace.Trace{"partition": counterexample(t, "no-epoch-fencing"), "foreign": foreign()} {
		t.Run(name, func(t *testing.T) {
			b := startBrowser(t)
			b.open(tr)
			last := len(tr.Steps)
			for i := 1; i <= last; i++ {
				if got, want := b.value(titleShown), fmt.Sprintf("State %d: %s", i, stepTitle(&tr.Steps[i-1])); got != want {
					t.Errorf("step %d is headed %q, want %q", i, got, want)
				}
				if got := b.value(markedRow); got != fmt.Sprint(i) {
					t.Errorf("at step %d row %s is marked", i, got)
				}
				b.press("ArrowRight") // the last time it must do nothing
			}
			if got, want := b.value(positionShown), fmt.Sprintf("%d of %d", last, last); got != want {
				t.Errorf("at the end it says %q, want %q", got, want)
			}
			if got := b.value(notesShown); !strings.Contains(got, tr.Violation.Reason) {
				t.Errorf("at the end it notes %q, without the reason", got)
			}
			state := b.value(stateShown)
			for _, line := range pageSteps(newPicture(tr))[last-1].State {
				name, value := line[0], strings.ToValidUTF8(line[1], "\uFFFD") // as JSON has it
				if !strings.Contains(state, name) || !strings.Contains(state, value) {
					t.Errorf("at the end the state lacks %s, %s:\n%s", name, value, state)
				}
			}
			b.press("d")
			if shown, changed := b.value("document.querySelectorAll('#state tr').length"), b.value(changesShown); shown != fmt.Sprint(1+strings.Count(changed, ",")) {
				t.Errorf("only changes: %s lines are shown of %s", shown, changed)
			}
			b.press("Home")
			b.press("ArrowLeft")
			if got := b.value(markedRow); got != "1" {
				t.Errorf("Home leads to row %s", got)
			}
			before := b.value("getComputedStyle(document.body).backgroundColor")
			b.press("t")
			if after := b.value("getComputedStyle(document.body).backgroundColor"); after == before {
				t.Errorf("T leaves the ground %s", before)
			}
			b.value("document.querySelector('#picture .row[data-step=\"2\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
			if got := b.value(markedRow); got != "2" {
				t.Errorf("a click on row 2 leads to row %s", got)
			}
			if len(b.faults) > 0 {
				t.Errorf("the page must not: %s", strings.Join(b.faults, "\n"))
			}
		})
	}
}
