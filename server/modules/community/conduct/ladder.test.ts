import { expect, it } from 'vitest'
import { ReportReason } from '#contract/conduct.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { ladder, nextStep } from './ladder.ts'

const now = new Date('2026-11-22T12:00:00Z')

/** Warnings, each given by its age in days. */
const history = (...daysAgo: number[]) =>
  daysAgo.map((days) => ({
    id: String(days),
    kind: 'warned' as const,
    at: addMs(now, -days * DAY_MS),
    endsAt: null,
    reason: '',
    decidedBy: null,
    liftedAt: null as Date | null,
  }))

it('suggests a warning, then longer suspensions, and a warning again after a year', () => {
  expect(nextStep([], 'other', now)).toEqual({ outcome: 'warning', days: null })
  expect(nextStep(history(10), 'other', now)).toEqual({ outcome: 'suspension', days: 7 })
  expect(nextStep(history(20, 10), 'other', now)).toEqual({ outcome: 'suspension', days: 30 })
  expect(nextStep(history(30, 20, 10), 'other', now)).toEqual({ outcome: 'suspension', days: 90 })
  const many = history(50, 40, 30, 20, 10)
  expect(nextStep(many, 'other', now)).toEqual({ outcome: 'suspension', days: 90 })
  expect(nextStep(history(366), 'other', now)).toEqual({ outcome: 'warning', days: null })
})

it('ignores a lifted sanction when it suggests the next step', () => {
  const lifted = history(10).map((each) => ({ ...each, liftedAt: now }))
  expect(nextStep(lifted, 'other', now)).toEqual({ outcome: 'warning', days: null })
})

it('suggests expulsion for a first serious violation or commercial activity', () => {
  const reasons = ReportReason.options.filter(
    (reason) => nextStep([], reason, now).outcome === 'expulsion',
  )
  expect(reasons.sort()).toEqual([...ladder.serious].sort())
  expect(reasons).toContain('commercial')
})
