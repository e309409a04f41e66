package explore

// NewWorker returns a worker for one goroutine.
func (sys *PlainSystem[S]) NewWorker() Worker {
	w := plainWorker[S]{sys}
	if sys.model.Constraint != nil {
		return &constrainedPlainWorker[S]{w}
	}
	return &w
}

type plainWorker[S comparable] struct {
	sys *PlainSystem[S]
}

func (w *plainWorker[S]) Successors(src []uint64, out *Successors) error {
	for i := range src {
		s := w.sys.State(src[i:])
		for action := range w.sys.model.Actions {
			count := 0
			w.sys.model.Actions[action].Next(s, func(next S) {
				out.Add(MakeLabel(action, count), w.sys.intern(next))
				count++
			})
		}
		out.Close()
	}
	return nil
}

func (w *plainWorker[S]) CheckStates(rows []uint64, fails []Mask) error {
	for i := range rows {
		s := w.sys.State(rows[i:])
		fails[i] = 0
		for p := range w.sys.model.Invariants {
			if !w.sys.model.Invariants[p].Holds(s) {
				fails[i] |= 1 << p
			}
		}
	}
	return nil
}

func (w *plainWorker[S]) CheckSteps(src []uint64, out *Successors, fails []Mask) error {
	first := len(w.sys.model.Invariants)
	at := 0
	for i, end := range out.Ends {
		from := w.sys.State(src[i:])
		for ; at < end; at++ {
			to := w.sys.State(out.Rows[at:])
			fails[at] = 0
			for p := range w.sys.model.StepProperties {
				if !w.sys.model.StepProperties[p].Holds(from, to) {
					fails[at] |= 1 << (first + p)
				}
			}
		}
	}
	return nil
}

type constrainedPlainWorker[S comparable] struct{ plainWorker[S] }

func (w *constrainedPlainWorker[S]) AdmitStates(rows []uint64, admitted []bool) error {
	for i := range rows {
		admitted[i] = w.sys.model.Constraint(w.sys.State(rows[i:]))
	}
	return nil
}

func (w *constrainedPlainWorker[S]) AdmitSteps(_ []uint64, out *Successors, admitted []bool) error {
	return w.AdmitStates(out.Rows, admitted)
}
