/**
 * Opens a screen from code outside of React. Loads a new page, like a link that opens a browser.
 */
export function openPath(path: string): void {
  window.location.assign(path)
}
