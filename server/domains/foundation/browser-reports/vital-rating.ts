import type { Vital } from '#contract/browser-reports.ts'

export type Rating = 'good' | 'needsImprovement' | 'poor'

/**
 * Up to the first number a page view is good, above the second it is poor; milliseconds, and for
 * CLS a score. https://web.dev/articles/vitals, https://web.dev/articles/fcp,
 * https://web.dev/articles/ttfb
 */
const THRESHOLDS: Record<Vital, readonly [number, number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
}

/** A page is good when three quarters of its views are: the 75th percentile. */
export function ratingOf(metric: Vital, value: number): Rating {
  const [good, poor] = THRESHOLDS[metric]
  if (value <= good) return 'good'
  return value <= poor ? 'needsImprovement' : 'poor'
}
