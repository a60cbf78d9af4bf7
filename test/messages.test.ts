import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { OpenThing } from '#contract/privacy.ts'
import { layOut } from '#server/modules/foundation/notifications/mail-layout.ts'
import { mayWait } from '#server/modules/foundation/notifications/news-hold.ts'
import { closingWaits } from '#server/modules/office/privacy/privacy.messages.ts'
import { passwordChanged, recoveryLink } from '#server/modules/people/access/auth/auth.messages.ts'
import { bookingNews } from '#server/modules/travel/bookings/index.ts'
import { listPassedOver } from '#server/modules/travel/demand/alerts/alerts.messages.ts'
import { messages, modules } from '#server/modules.ts'
import type { AnyMessage } from '#server/platform/message.ts'
import { samples } from './message-samples.ts'

const SITE = 'https://cupo.example'

describe.each(samples.map((sample) => [sample.message.name, sample] as const))(
  'message %s',
  (_, sample) => {
    const content = sample.message.words(sample.data, SITE)

    it('has the same text in HTML and plain text of a message, and own links only', async () => {
      const { html, text } = layOut(content, 'Laura', SITE)
      expect(text).toMatch(/^Hola, Laura:\n\n/)
      expect(html).toContain('lang="es-CO"')
      for (const line of [...content.paragraphs, ...content.closing]) {
        expect(text).toContain(line)
        expect(html).toContain(line.replaceAll("'", '&#x27;'))
      }
      const addresses = `${html} ${text}`.match(/https?:\/\/[^\s"<]+/g) ?? []
      const own = addresses.filter((address) => !address.includes('www.w3.org'))
      expect(own.every((address) => address.startsWith(`${SITE}/`))).toBe(true)
    })

    it('keeps the subject of the message below 60 characters', () => {
      const { subject = content.heading } = content
      expect(subject.length).toBeLessThan(60)
      expect(subject).not.toContain('!')
    })

    it("links a message in the app's list to a page of the site", () => {
      const { heading, action } = sample.message.words(sample.data, '')
      if (!sample.message.channels.inbox) return
      expect(sample.message.path ?? action?.url).toMatch(/^\/(?!\/)/)
      expect(heading.length).toBeLessThan(80)
    })
  },
)

/** What no sentence of a message may have. */
const WRONG = {
  'a second full stop': /\.\./,
  'a plural after 1': /(?<![\d.,])1 (?!mes\b)\p{L}+s\b/u,
  '"las" before one o\'clock': /\blas 1:/,
  'a day that is wrong when it is read later': /\b(?:hoy|mañana|ayer)\b/i,
  // Nobody reads the answers, and the foot says so.
  'a request to answer the mail': /\bresp[oó]nde(?:nos)? (?:a )?este (?:correo|mensaje)/i,
  // `help` adds a button to a ticket that is already filled.
  'a request to write without a button': /escríbenos|cuéntale a soporte/i,
  '"de el" for "del"': /\bde el\b/i,
  'a commission that comes back, which may be zero': /devol\w+ (?:\S+ )?la comisión/i,
  'a date in the form of a table': /\b(?:lun|mar|mié|jue|vie|sáb|dom), \d/,
}

describe.each(Object.entries(WRONG))('the sentences of all messages', (what, wrong) => {
  it(`have not ${what}`, () => {
    const found = samples.flatMap(({ message, data }) => {
      const { subject = '', heading, paragraphs, closing } = message.words(data, SITE)
      const said = [subject, heading, ...paragraphs, ...closing].filter((text) => wrong.test(text))
      return said.map((text) => `${message.name}: ${text}`)
    })
    expect(found).toEqual([])
  })
})

it('the sentences about a booking of two seats speak of one seat in no message', () => {
  const found = samples.flatMap(({ message, data }) => {
    if (!(data instanceof Object && 'byWallet' in data)) return []
    const { subject = '', heading, paragraphs, closing } = message.words({ ...data, seats: 2 }, '')
    const one = /\b(?:tu|su|el|un|este|segundo) cupo\b/i
    const said = [subject, heading, ...paragraphs, ...closing].filter((text) => one.test(text))
    return said.map((text) => `${message.name}: ${text}`)
  })
  expect(found).toEqual([])
})

type Exported = { name: string; words: unknown }

/** Returns the messages that the files `<topic>.messages.ts` export. */
async function exportedMessages(): Promise<Exported[]> {
  const server = path.join(import.meta.dirname, '../server')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const found = files.filter((file) => file.endsWith('.messages.ts'))
  const modules = await Promise.all(found.map((file) => import(path.join(server, file))))
  const exported = modules.flatMap((each: Record<string, unknown>) => Object.values(each))
  return exported.filter((each): each is Exported => each instanceof Object && 'words' in each)
}

describe('the messages of all modules', () => {
  it('gives each message of the modules a different name', () => {
    const names = modules.flatMap((module) => module.messages ?? []).map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('registers every message that a module exports', async () => {
    const unlisted = (await exportedMessages()).filter((each) => messages.get(each.name) !== each)
    expect(unlisted.map(({ name }) => name)).toEqual([])
  })

  it('has a sample for each message', () => {
    const shown = new Set(samples.map(({ message }) => message.name))
    expect([...messages.keys()].filter((name) => !shown.has(name))).toEqual([])
  })

  it('registers every message that the table of bookings names', () => {
    const told = Object.values(bookingNews).flatMap(({ passenger, driver }) => [passenger, driver])
    const names = told.flatMap((each) => ('untold' in each ? [] : [each.name]))
    expect(names.filter((name) => !messages.has(name))).toEqual([])
  })

  it('lists each short message', () => {
    const unlisted = [...messages.values()].filter(
      ({ channels: { inbox, short } }) => short && !inbox,
    )
    expect(unlisted).toEqual([])
  })

  it('lets no message of money, safety, sessions and codes wait for its repeats', () => {
    const urgent = ['auth', 'duty', 'payments', 'phones', 'safety', 'second-factor', 'wallet']
    const told = modules.filter(({ name }) => [...urgent, 'withdrawals'].includes(name))
    const waiting = (module: { messages?: readonly AnyMessage[] }[]) =>
      module.flatMap((each) => each.messages ?? []).filter(mayWait)
    expect(told.flatMap((module) => module.messages ?? []).length).toBeGreaterThan(20)
    expect(waiting(told)).toEqual([])
    const names = waiting([...modules]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['trip_changed', 'seat_booked', 'driver_started']))
    expect(names).not.toContain('booking_cancelled')
  })
})

describe('the layout of a mail', () => {
  it('shows in a mail the time in Bogotá and the device of a request', () => {
    const asked = { askedAt: '2026-11-20T13:00:00.000Z', device: 'Chrome en Windows' }
    const { facts } = recoveryLink.words({ ...asked, path: '/recuperar', minutes: 30 }, SITE)
    expect(facts[0]?.[1]).toMatch(/vie.*20.*nov.*8:00/)
    expect(facts[1]).toEqual(['Desde', 'Chrome en Windows'])
  })

  it('leads from money that a list lacked to a top-up of it, or of the least one', () => {
    const at = '2026-11-21T11:00:00.000Z'
    const part = { id: '1', from: 'Bogotá', to: 'Cali', at, seats: 1, byWallet: true }
    const urlOf = (missingPesos: number) =>
      listPassedOver.words({ ...part, farePesos: 60_000, missingPesos }, SITE).action?.url
    expect([139_300, 3_000].map(urlOf)).toEqual([
      `${SITE}/wallet?amount=139300`,
      `${SITE}/wallet?amount=10000`,
    ])
  })

  it('escapes the name of the recipient in a mail', async () => {
    const content = passwordChanged.words({ device: null, at: '2026-11-20T13:00:00.000Z' }, SITE)
    const { html } = layOut(content, '<img src=x onerror=alert(1)>', SITE)
    expect(html).not.toContain('<img')
  })
})

it('the mail about a closing that waits names each kind of thing that holds it up', () => {
  const told = closingWaits.words({ debtPesos: 0 }, '').paragraphs.join(' ')
  const nouns = {
    ...{ booking: 'reserva', trip: 'viaje', dispute: 'reclamo', withdrawal: 'retiro' },
    ...{ topup: 'recarga', hold: 'plata', case: 'revisión' },
  }
  const missing = OpenThing.shape.kind.options.filter((kind) => !told.includes(nouns[kind]))
  expect(missing).toEqual([])
})
