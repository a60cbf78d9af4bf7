/**
 * Writes on the phone's bar how many things wait for the person: on every page, with the app's code
 * or without it. A place that is not named keeps its number.
 */
export function markWaiting(counts: { trips?: number; news?: number; account?: number }): void {
  for (const [place, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-waiting="${place}"]`)) {
      badge.hidden = count === 0
      badge.replaceChildren(...(count === 0 ? [] : [number(count), words(place)]))
    }
  }
}

/** More than nine is many. */
function number(count: number): string {
  return count > 9 ? '9+' : String(count)
}

/** Part of the link's name: "Viajes, 2 por atender" is read, "2" is seen. */
function words(place: string): HTMLElement {
  const hint = document.createElement('span')
  hint.className = 'sr-only'
  hint.textContent = place === 'news' ? ' sin leer: ' : ' por atender: '
  return hint
}

/** What waits in a person's account: an unconfirmed address, a debt. */
export function accountWaits(user: { email_confirmed: boolean; debt?: number } | null): number {
  if (!user) return 0
  return Number(!user.email_confirmed) + Number((user.debt ?? 0) > 0)
}
