import { describe, expect, it } from 'vitest'
import {
  announcedText,
  CONSENT_PURPOSES,
  type ConsentText,
  consentTexts,
  TERMS_NOTICE_DAYS,
  textInForce,
} from './consent-texts.ts'

const DAY_MS = 24 * 3_600_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

const terms = (version: string, announcedOn: string): ConsentText => ({
  purpose: 'terms',
  version,
  announcedOn,
  title: 'Términos',
  text: 'Acepto.',
})
const two = [terms('2025-07-03', '2025-07-03'), terms('2027-02-01', '2027-01-02')]

it.each(CONSENT_PURPOSES)(
  'consent purpose %s has texts, each version once and in order',
  (purpose) => {
    const versions = consentTexts.filter((it) => it.purpose === purpose).map((it) => it.version)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions).toEqual([...new Set(versions)].sort())
  },
)

it('new terms are announced 30 days before they are in force, and say what changes', () => {
  const of = (asked: string) => consentTexts.filter(({ purpose }) => purpose === asked)
  const [, ...terms] = of('terms')
  // The policy got its own page on the day on which that was announced.
  const policies = of('privacy').filter(({ version }) => version > '2026-11-22')
  const later = [...terms, ...policies, ...of('profile_photo')]
  expect(later.length).toBeGreaterThan(0)
  for (const { announcedOn, version, changes } of later) {
    expect(daysBetween(announcedOn, version)).toBeGreaterThanOrEqual(TERMS_NOTICE_DAYS)
    expect(changes).toBeTruthy()
  }
})

describe('two versions of the terms', () => {
  it.each([
    ['2024-01-01', '2025-07-03'],
    ['2027-01-31', '2025-07-03'],
    ['2027-02-01', '2027-02-01'],
  ])('on %s the terms of %s are in force', (date, version) => {
    expect(textInForce('terms', date, two).version).toBe(version)
  })

  it.each([
    ['2027-01-01', undefined],
    ['2027-01-02', '2027-02-01'],
    ['2027-01-31', '2027-02-01'],
    ['2027-02-01', undefined],
  ])('on %s the announced version of the terms is %s', (date, version) => {
    expect(announcedText('terms', date, two)?.version).toBe(version)
  })
})
