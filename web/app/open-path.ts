/** Opens a screen from outside of React: as a new page, like a link in a browser. */
export function openPath(path: string): void {
  window.location.assign(path)
}
