import { nightWords } from '#contract/night.ts'
import { addMs, BOGOTA_OFFSET_MS } from '#server/platform/clock.ts'
import type { MailContent } from '#server/platform/message.ts'

export const NOT_YOU = 'Si no fuiste tú'

const shortInstant = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats a moment: `vie, 20 de nov, 8:00 a. m.` */
export const instantFormat = { format: (at: Date) => `${shortInstant.format(at)}${nightOf(at)}` }

const nightOf = (at: Date) => nightWords(addMs(at, BOGOTA_OFFSET_MS))

const longDay = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const clock = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats a time with its article: `las 8:00 a. m.`, `la 1:00 p. m.` */
export function theTime(at: string): string {
  const time = clock.format(new Date(at))
  return `${time.startsWith('1:') ? 'la' : 'las'} ${time}`
}

/**
 * Formats a moment inside a sentence: `el viernes 20 de noviembre a las 8:00 a. m.` Never "hoy" or
 * "mañana", because nobody knows when a message is read.
 */
export function dayAndTime(at: string): string {
  const when = new Date(at)
  return `el ${longDay.format(when).replace(',', '')} a ${theTime(at)}${nightOf(when)}`
}

const grouped = new Intl.NumberFormat('es-CO')

/** Formats a count with its noun: `1 cupo`, `1.200 puntos`. */
export function plural(count: number, one: string, many: string): string {
  return `${grouped.format(count)} ${count === 1 ? one : many}`
}

/** Returns when something happened, and on which device if that is known. */
export function occasion(at: string, device: string | null): [string, string][] {
  const when: [string, string] = ['Cuándo', instantFormat.format(new Date(at))]
  return device === null ? [when] : [when, ['Desde', device]]
}

/** Facts for a message about a trip that has no facts of its own. */
export function journey({ from, to, at }: { from: string; to: string; at: string }) {
  const facts: [string, string][] = [['Sale', instantFormat.format(new Date(at))]]
  return [...facts, ['Viaje', `${from} → ${to}`] as [string, string]]
}

/** Maximum length of `notifications.body`. */
const BODY_MAX = 1000

/**
 * A message as the app's list, push and texts tell it: first all facts, before what may be cut, and
 * last what can be chosen, which has buttons only in the mail and on the linked page.
 */
export function toldShort({ heading, facts, options = [], paragraphs }: MailContent) {
  const offers = options
    .filter(({ title }) => !paragraphs.some((text) => text.includes(title)))
    .map(({ title, detail }) => [title, detail] as const)
  const line = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([term, value]) => `${term}: ${value}`).join(' · ')
  const lines = [line(facts), paragraphs.map(ended).join(' '), line(offers)]
  const body = lines.filter((each) => each !== '').join('\n')
  return { title: heading, body: body.slice(0, BODY_MAX) }
}

/** Ends a sentence that people wrote without its mark, because another one follows. */
const ended = (text: string) => (/[.!?…:»)]$/.test(text) ? text : `${text}.`)

/** Button of a mail to a new ticket: about its booking, trip or payment, else about the message. */
export function helpButton({ help, heading }: MailContent, site: string) {
  if (!help) return []
  const [, kind, id] = /^\/(bookings|trips)\/([\w-]+)/.exec(help.path ?? '') ?? []
  const text = encodeURIComponent(help.text ?? `Sobre el aviso «${heading}»: `)
  const about = help.reference ?? id
  const sort = help.reference ? 'pago' : kind === 'trips' ? 'viaje' : 'reserva'
  const url = `${site}/soporte?${about ? `sobre=${sort}&de=${about}` : `nuevo=1&texto=${text}`}`
  const detail = 'Cuéntanos qué pasó y agrega fotos si las tienes. Te respondemos en tu caso.'
  return [{ title: help.title, detail, label: 'Escribirnos', url }]
}

export const pesosFormat = new Intl.NumberFormat('es-CO', {
  style: 'currency',
  currency: 'COP',
  maximumFractionDigits: 0,
})

/**
 * How the fare of a booking is paid: true for `billetera`, false for `directo`. Every message that
 * says what happens to the money of a booking takes it (test/money-words.test.ts). Jobs stored
 * before a message took it count as `billetera`.
 */
export type FareFacts = { byWallet: boolean }

/** Chooses the words for the payment mode: Cupo holds and returns no money of `directo`. */
export function forMode<T>({ byWallet }: FareFacts, words: { billetera: T; directo: T }): T {
  return byWallet === false ? words.directo : words.billetera
}

/** Changes a name so that no mail program turns it into a link. */
export function unlinked(name: string): string {
  return name.replace(/[./:@]+(?=\S)/g, ' ')
}
