/** Saves a file by the browser's download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers still read the URL after `click()` returns: revoking it now breaks the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
