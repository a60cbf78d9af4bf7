/**
 * Preloads the app's code while the person fills in the search form, so that the results page opens
 * sooner. Not on a slow or metered connection.
 */
export function warmApp(): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return
  fetch('/trips', { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .then(preloadModules, () => null)
}

function preloadModules(html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}
