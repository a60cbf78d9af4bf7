import { expect, it } from 'vitest'
import {
  CLSThresholds,
  FCPThresholds,
  INPThresholds,
  LCPThresholds,
  TTFBThresholds,
} from 'web-vitals'
import { ratingOf } from './take-report.ts'

it.each([
  ['LCP', LCPThresholds],
  ['INP', INPThresholds],
  ['CLS', CLSThresholds],
  ['FCP', FCPThresholds],
  ['TTFB', TTFBThresholds],
] as const)('%s is rated by the published thresholds', (metric, [good, poor]) => {
  expect([0, good, good + 0.01, poor, poor + 0.01].map((value) => ratingOf(metric, value))).toEqual(
    ['good', 'good', 'needsImprovement', 'needsImprovement', 'poor'],
  )
})
