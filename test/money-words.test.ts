import { describe, expect, it } from 'vitest'
import { messages } from '#server/modules.ts'
import type { Sample } from './account-samples.ts'
import { onlyByWallet } from './booking-samples.ts'
import { samples } from './message-samples.ts'
import {
  blindSentences,
  type Mode,
  sentencesOf,
  unaskedSentences,
  wrongFor,
} from './money-words.ts'

// Every message about the money of a booking knows how the booking is paid.

const isFare = ({ data }: Sample) => data instanceof Object && 'byWallet' in data

function said({ message, data }: Sample, mode?: Mode): string[] {
  const facts = mode ? { ...(data as object), byWallet: mode === 'billetera' } : data
  const words = message.words(facts, '')
  const lines = [words.subject ?? '', words.heading, ...words.paragraphs, ...words.closing]
  return [...lines.flatMap(sentencesOf), ...words.facts.map((fact) => fact.join(': '))]
}

const told = (sample: Sample, sentences: string[]) =>
  sentences.map((sentence) => `${sample.message.name}: ${sentence}`)

describe('the messages about a booking, for each payment mode', () => {
  const fares = samples.filter(isFare)
  const inBoth = fares.filter(({ message }) => !onlyByWallet.has(message.name))

  it.each(['billetera', 'directo'] as const)('say what is true of a booking paid by %s', (mode) => {
    const of = mode === 'billetera' ? fares : inBoth
    const wrong = of.flatMap((sample) => told(sample, wrongFor(mode, said(sample, mode))))
    expect(wrong).toEqual([])
  })

  it('say nothing about moving money that is the same for both modes', () => {
    const blind = inBoth.flatMap((sample) => {
      const texts = { billetera: said(sample, 'billetera'), directo: said(sample, 'directo') }
      return told(sample, blindSentences(texts))
    })
    expect(blind).toEqual([])
  })

  it('are read as paid by wallet when they were stored before they had the mode', () => {
    for (const sample of fares.filter(({ data }) => !('passenger' in (data as object)))) {
      const { byWallet, ...stored } = sample.data as { byWallet: boolean }
      expect([byWallet, said({ ...sample, data: stored })]).toEqual([
        true,
        said(sample, 'billetera'),
      ])
    }
  })
})

/** Words of a text about a booking, which the texts about a wallet's own money do not have. */
const BOOKING = /\b(?:cupos?|reservas?|pasajer[oa]s?|conductor|viajes?)\b/

it('no message says what happens to the money of a booking without its payment mode', () => {
  const unasked = samples
    .filter((sample) => !isFare(sample))
    .flatMap((sample) => {
      const { topic } = messages.get(sample.message.name) ?? sample.message
      const sentences = unaskedSentences(said(sample))
      const own = topic === 'money' || topic === 'account'
      return told(sample, own ? sentences.filter((each) => BOOKING.test(each)) : sentences)
    })
  expect(unasked).toEqual([])
})

it('each message about a debt says that it stops publishing with direct payment only', () => {
  const told = samples.flatMap((sample) => said(sample)).filter((each) => /publicar/.test(each))
  const aboutDebt = told.filter((each) => /retirar/.test(each))
  expect(aboutDebt.length).toBeGreaterThan(2)
  expect(aboutDebt.filter((each) => !/publicar con pago directo/.test(each))).toEqual([])
})

describe('the rules for words', () => {
  it.each([
    ['directo', 'Si le da la razón, el pasaje vuelve a su billetera.'],
    ['directo', 'Le devolvimos su dinero.'],
    ['directo', 'Puedes irte y recuperar todo.'],
    ['billetera', 'Le pagas al conductor'],
    ['billetera', 'Te lo dan en efectivo.'],
  ] as const)('refuse for %s: %s', (mode, text) => {
    expect(wrongFor(mode, sentencesOf(text))).toHaveLength(1)
  })

  it('accept the commission of a direct payment, which Cupo does hold', () => {
    expect(wrongFor('directo', ['Si no reclama, te devolvemos la comisión apartada.'])).toEqual([])
  })
})
