// Rules of the team's screen of tickets. No clock and no requests.
import type { DeskThread } from '#contract/support-desk.ts'

type Filled = Pick<DeskThread, 'greetedName' | 'number'>

/** Fills the placeholders of a ready answer with the person's name and the number of the ticket. */
export function fillMacro(text: string, { greetedName, number }: Filled): string {
  return text
    .replaceAll('{saludo}', greetedName ? `Hola, ${greetedName}.` : 'Hola.')
    .replaceAll('{caso}', String(number))
}

/**
 * A reply with a ready answer: in place of an unedited one of `ready`, else after what somebody has
 * written.
 */
export function withMacro(text: string, chosen: string, ready: readonly string[]): string {
  const written = text.trimEnd()
  return written === '' || ready.includes(text) ? chosen : `${written}\n\n${chosen}`
}

type Ranked = Pick<DeskThread, 'id' | 'urgency' | 'isOverdue'>

/** Key of a ticket in a round: one that became more urgent or late is a new one. */
export const roundKey = ({ id, urgency, isOverdue }: Ranked) => `${id} ${urgency} ${isOverdue}`

/** The most urgent other ticket that this round has not opened, or else of the next round. */
export function nextTicket<T extends Ranked>(
  ranked: readonly T[],
  openId: string | null,
  round: ReadonlySet<string>,
): T | undefined {
  const others = ranked.filter(({ id }) => id !== openId)
  return others.find((ticket) => !round.has(roundKey(ticket))) ?? others[0]
}
