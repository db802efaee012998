// Sets the chosen theme before the first paint. A file of its own, because the page allows no inline script.
try {
  const chosen = localStorage.getItem('munimTheme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
} catch {
  // Storage is closed to this page: the light theme of the stylesheet stands.
}
