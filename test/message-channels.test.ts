import { describe, expect, it } from 'vitest'
import { layOut } from '#server/modules/foundation/notifications/mail-layout.ts'
import { toldShort } from '#server/modules/foundation/notifications/message-words.ts'
import type { TextMessage } from '#server/modules/foundation/notifications/text-call.ts'
import { smsCall } from '#server/modules/foundation/notifications/twilio.ts'
import { whatsappCall } from '#server/modules/foundation/notifications/whatsapp.ts'
import { tripChanged } from '#server/modules/travel/trip-changes/trip-changes.messages.ts'
import type { Sample } from './account-samples.ts'
import { samples } from './message-samples.ts'

// Every channel tells the facts of the mail. Exceptions, each by a rule:
// * an SMS has one part of 160 places: it names what happened, then whole facts in their order
//   while they fit, and its link shows the rest;
// * a push of the app passes Firebase, which would read it: it only names the topic (decision 10).

const SITE = 'https://cupo.example'

/** Hours, days, amounts and plates. */
const FACTS = /\d{1,2}:\d{2}|\d{1,2} de \p{L}+|\$\s?\d[\d.]*\d|\b[A-Z]{3}\d{3}\b/gu

/** Long names of months, which a list shows shortened. */
const normal = (text: string) => text.replace(/\s+/g, ' ').replace(/noviembre/g, 'nov')

/** Texts in the facts of a sample: places, names, references, accounts and reasons. */
function wordsOf(data: unknown): string[] {
  if (typeof data === 'string')
    return /^\/|^\d{4}-|^[a-z_]+$/.test(data) ? [] : [normal(data).replace(/\.$/, '')]
  return data instanceof Object ? Object.values(data).flatMap(wordsOf) : []
}

/** Facts of a message that a text has. */
function factsIn(text: string, { data }: Sample): string[] {
  const shown = normal(text)
  const found = [...shown.matchAll(FACTS)].map(([fact]) => fact)
  return [...new Set([...found, ...wordsOf(data).filter((word) => shown.includes(word))])].sort()
}

/** All samples that are in the app's list and not only there, in both payment modes. */
const told = samples
  .filter(({ message }) => message.channels.inbox)
  .flatMap((sample): Sample[] =>
    sample.data instanceof Object && 'byWallet' in sample.data
      ? [true, false].map((byWallet) => ({
          ...sample,
          data: { ...(sample.data as object), byWallet },
        }))
      : [sample],
  )

const mailOf = ({ message, data }: Sample) => {
  const { subject = '', heading, facts, paragraphs, options, closing } = message.words(data, SITE)
  const offers = (options ?? []).flatMap(({ title, detail }) => [title, detail])
  return [subject, heading, ...facts.flat(), ...paragraphs, ...offers, ...closing].join('\n')
}

const shortOf = ({ message, data }: Sample) => toldShort(message.words(data, ''))

const deps = {
  urls: { sms: 'https://sms.example', whatsapp: 'https://wa.example', site: SITE },
  secrets: {
    sms: { accountSid: 'AC1', authToken: 't', serviceSid: 'MG1' },
    whatsapp: { phoneId: '1', token: 't', appSecret: 's', verifyToken: 'v' },
  },
} as Parameters<typeof smsCall>[0]

const news = (sample: Sample): TextMessage => {
  return { kind: 'news', ...shortOf(sample), url: '/bookings/01890000-0000-7000-8000-0000000000c1' }
}

describe('each message that is mailed and listed', () => {
  it('lists and pushes all facts of the mail, and no other', () => {
    const different = told.flatMap((sample) => {
      const { title, body } = shortOf(sample)
      const [mail, list] = [factsIn(mailOf(sample), sample), factsIn(`${title}\n${body}`, sample)]
      const [lost, added] = [
        mail.filter((x) => !list.includes(x)),
        list.filter((x) => !mail.includes(x)),
      ]
      return [...lost.map((x) => `lost ${x}`), ...added.map((x) => `added ${x}`)].map(
        (what) => `${sample.message.name}: ${what}`,
      )
    })
    expect([...new Set(different)]).toEqual([])
  })

  it('tells all facts of the mail by WhatsApp', () => {
    const lost = told
      .filter(({ message }) => message.channels.short)
      .flatMap((sample) => {
        const sent = JSON.parse(whatsappCall(deps, '+573001234567', news(sample))?.body ?? '{}')
        const said = sent.template.components.flatMap(
          ({ parameters }: { parameters: { text: string }[] }) =>
            parameters.map(({ text }) => text),
        )
        const facts = factsIn(said.join('\n'), sample)
        const missing = factsIn(mailOf(sample), sample).filter((fact) => !facts.includes(fact))
        return missing.map((fact) => `${sample.message.name}: ${fact}`)
      })
    expect(lost).toEqual([])
  })

  it('names by SMS what happened, and the first facts in one part with its link', () => {
    const wrong = told.filter((sample) => {
      const body = new URLSearchParams(smsCall(deps, '+573001234567', news(sample))?.body).get(
        'Body',
      )
      const isWhole =
        body?.startsWith('Cupo: ') && / https:\/\/cupo\.example\/bookings\/\S+$/.test(body)
      return !isWhole || (body?.length ?? 0) > 160
    })
    expect(wrong.map(({ message }) => message.name)).toEqual([])
  })

  it('has room in an SMS for the new hour of a moved trip', () => {
    const [before, after] = ['2026-11-20T13:00:00.000Z', '2026-11-20T15:30:00.000Z']
    const data = { path: '/b/1', from: 'Bogotá', to: 'Cali', before, after, freeUntil: null }
    const moved = { message: tripChanged, data: { ...data, byWallet: true } } as unknown as Sample
    const body = new URLSearchParams(smsCall(deps, '+573001234567', news(moved))?.body).get('Body')
    expect(body).toContain(
      'Cupo: Tu viaje tiene otra hora. Ahora subes: vie, 20 de nov, 10:30 a. m.',
    )
  })
})

describe('the button of a mail to support', () => {
  it('opens a ticket with its subject or its text filled in', async () => {
    const helped = samples.filter(({ message, data }) => message.words(data, SITE).help)
    expect(helped.length).toBeGreaterThan(20)
    for (const { message, data } of helped) {
      const { text, html } = layOut(message.words(data, SITE), null, SITE)
      const [, filled = ''] = /Escribirnos: \S+\/soporte\?(\S+)/.exec(text) ?? []
      expect(filled).toMatch(/^(?:sobre=\w+&de=[\w-]+|nuevo=1&texto=\S{10,})$/)
      expect(html).toContain('>Escribirnos<')
    }
  })
})
