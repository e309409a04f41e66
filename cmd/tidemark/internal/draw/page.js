'use strict';
(() => {
  const steps = JSON.parse(document.getElementById('trace').textContent);
  const by = id => document.getElementById(id);
  const rows = [...document.querySelectorAll('#picture .row')];
  let at = 0;

  // lines of a state by their names, to compare it with the one before
  const named = step => new Map(step.state);

  function line(name, before, now) {
    const row = document.createElement('tr');
    row.insertCell().textContent = name;
    const cell = row.insertCell();
    row.firstChild.title = name;
    if (before !== undefined && before !== now) {
      const old = document.createElement('del');
      old.textContent = before;
      cell.append(old);
    }
    if (now !== undefined) cell.append(now);
    if (before !== now) row.className = now === undefined ? 'gone' : 'changed';
    return row;
  }

  function showState() {
    const now = named(steps[at]), before = at > 0 ? named(steps[at - 1]) : now;
    const names = [...now.keys(), ...[...before.keys()].filter(n => !now.has(n))];
    const lines = names.map(n => line(n, before.get(n), now.get(n)));
    const changed = lines.filter(l => l.className !== '');
    by('state').replaceChildren(...(by('only').checked ? changed : lines));
  }

  function show(step, scroll) {
    rows[at].classList.replace('cursor', 'ground');
    at = Math.max(0, Math.min(steps.length - 1, step));
    rows[at].classList.replace('ground', 'cursor');
    if (scroll) rows[at].scrollIntoView({ block: 'nearest' });
    by('position').textContent = `${at + 1} of ${steps.length}`;
    by('title').textContent = `State ${at + 1}: ${steps[at].title}`;
    by('rule').textContent = steps[at].rule;
    by('notes').replaceChildren(...steps[at].notes.map(n => {
      const note = document.createElement('p');
      note.className = n.kind;
      note.textContent = n.text;
      return note;
    }));
    by('first').disabled = by('back').disabled = at === 0;
    by('last').disabled = by('next').disabled = at === steps.length - 1;
    showState();
    history.replaceState(null, '', `#${at + 1}`);
  }

  function theme() {
    const root = document.documentElement.classList;
    const dark = root.contains('dark') || !root.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches;
    root.remove('dark', 'light');
    root.add(dark ? 'light' : 'dark');
  }

  const moves = {
    ArrowLeft: () => at - 1, k: () => at - 1, ArrowRight: () => at + 1, j: () => at + 1,
    Home: () => 0, End: () => steps.length - 1,
  };
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 't') theme();
    else if (event.key === 'd') by('only').click();
    else if (moves[event.key]) { event.preventDefault(); show(moves[event.key](), true); }
  });
  by('first').onclick = () => show(0, true);
  by('back').onclick = () => show(at - 1, true);
  by('next').onclick = () => show(at + 1, true);
  by('last').onclick = () => show(steps.length - 1, true);
  by('theme').onclick = theme;
  by('only').onchange = showState;
  by('picture').onclick = event => {
    const row = event.target.closest('[data-step]');
    if (row) show(row.dataset.step - 1, false);
  };
  const asked = () => Number.parseInt(location.hash.slice(1), 10) || 1;
  addEventListener('hashchange', () => show(asked() - 1, true));
  show(asked() - 1, true);
})();
