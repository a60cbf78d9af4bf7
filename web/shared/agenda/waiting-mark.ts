/** Writes badge numbers; others keep theirs. Plain DOM: content pages have no app code. */
export function markWaiting(
  counts: Partial<Record<'trips' | 'news' | 'messages' | 'account', number>>,
): void {
  for (const [place, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-waiting="${place}"]`)) {
      badge.hidden = count === 0
      badge.replaceChildren(...(count === 0 ? [] : [number(count), words(place)]))
    }
  }
}

/** The badge has room for two characters. */
function number(count: number): string {
  return count > 9 ? '9+' : String(count)
}

/** Text for screen readers, which read "Viajes, 2 por atender" where the screen shows "2". */
function words(place: string): HTMLElement {
  const hint = document.createElement('span')
  hint.className = 'sr-only'
  hint.textContent = place === 'news' || place === 'messages' ? ' sin leer: ' : ' por atender: '
  return hint
}

/** Number of open tasks in the account: an unconfirmed address, a debt. */
export function accountWaits(user: { email_confirmed: boolean; debt?: number } | null): number {
  if (!user) return 0
  return Number(!user.email_confirmed) + Number((user.debt ?? 0) > 0)
}
