import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { cards, benefits as homeBenefits, stats, steps } from '#web/features/home/home-content.ts'
import { goals, goalsLead } from '#web/features/marketing/about-content.ts'
import {
  benefits,
  comparison,
  controls,
  figures,
} from '#web/features/marketing/benefits-content.ts'
import {
  driverSteps,
  faq,
  passengerSteps,
  paymentModes,
} from '#web/features/marketing/how-it-works-content.ts'
import { measures, tools } from '#web/features/marketing/safety-content.ts'
import { promises } from './promises.ts'
import { screenPaths } from './screen-paths.ts'

/** Headings and texts of all promises on the public pages. */
const said = new Map<string, string>([
  ...[
    ...benefits,
    ...controls,
    ...measures,
    ...tools,
    ...passengerSteps,
    ...driverSteps,
    ...paymentModes,
    ...homeBenefits,
    ...steps,
    ...cards,
  ].map(({ title, text }) => [title, text] as const),
  ...comparison.map(({ point, ours }) => [point, ours] as const),
  ...goals.map(({ title, text }) => [title, `${goalsLead} ${text}`] as const),
  ...[...figures, ...stats].map(({ text }) => [text, text] as const),
  ...faq.map(({ question, answer }) => [question, answer] as const),
])

const calls = new Set(
  Object.entries(api).flatMap(([group, of]) => Object.keys(of).map((name) => `${group}.${name}`)),
)

describe('promises of the public pages', () => {
  it('has one entry for each promise of the public pages, and no other entry', () => {
    expect(Object.keys(promises).sort()).toEqual([...said.keys()].sort())
  })

  it.each(Object.entries(promises))('keeps the promise “%s”', (heading, keeper) => {
    if ('calls' in keeper) {
      expect(keeper.calls.filter((call) => !calls.has(call))).toEqual([])
    } else if ('screen' in keeper) {
      expect(screenPaths).toContain(keeper.screen)
    } else if ('says' in keeper) {
      expect(said.get(heading)).toMatch(keeper.says)
    } else {
      expect(keeper.people.length).toBeGreaterThan(10)
    }
  })
})
