// A filter over the tables of the page about rules: by words, severity and profile.
document$.subscribe(() => {
  const heading = document.querySelector('article h1');
  const tables = [...document.querySelectorAll('article table')].filter((table) => table.querySelectorAll('th').length === 5);
  if (heading === null || tables.length === 0 || document.querySelector('.rule-filter') !== null) return;
  const form = document.createElement('form');
  form.className = 'rule-filter';
  const words = Object.assign(document.createElement('input'), { type: 'search', placeholder: 'Filter rules', ariaLabel: 'Filter rules' });
  const choice = (name, values) => {
    const made = Object.assign(document.createElement('select'), { ariaLabel: name });
    made.append(new Option(`any ${name}`, ''), ...values.map((value) => new Option(value, value)));
    return made;
  };
  const severity = choice('severity', ['error', 'warning', 'info', 'hint']);
  const profile = choice('profile', ['default', 'puppet-lint', 'voxpupuli', 'strict']);
  const fix = choice('fix', ['safe', 'unsafe']);
  form.append(words, severity, profile, fix);
  heading.after(form);
  const apply = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const table of tables) {
      let shown = 0;
      for (const row of table.querySelectorAll('tbody tr')) {
        const [code, level, profiles, fixes, summary] = [...row.cells].map((cell) => cell.textContent.trim());
        const text = `${code} ${summary}`.toLowerCase();
        const fits = wanted.every((word) => text.includes(word))
          && (severity.value === '' || severity.value === level)
          && (profile.value === '' || profiles.split(', ').includes(profile.value))
          && (fix.value === '' || fix.value === fixes);
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      }
      const section = table.closest('.md-typeset__scrollwrap') ?? table;
      section.hidden = shown === 0;
      const above = section.previousElementSibling;
      if (above?.tagName === 'H2') above.hidden = shown === 0;
    }
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
});
