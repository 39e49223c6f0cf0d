// Rows of wide tables are cards on phones (site.css): each cell names its column.
document$.subscribe(() => {
  for (const table of document.querySelectorAll('article table')) {
    const names = [...table.querySelectorAll('thead th')].map((each) => each.textContent.trim());
    if (names.length < 5) continue;
    for (const row of table.querySelectorAll('tbody tr')) {
      [...row.cells].forEach((cell, at) => {
        if (at > 0 && names[at] !== '') cell.dataset.column = names[at];
      });
    }
  }
});
