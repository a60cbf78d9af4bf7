import type { Vital } from '#contract/browser-reports.ts'

export type Rating = 'good' | 'needsImprovement' | 'poor'

/**
 * Good up to the first number, poor above the second; ms, CLS is a score.
 * https://web.dev/articles/vitals, https://web.dev/articles/fcp, https://web.dev/articles/ttfb
 */
const THRESHOLDS: Record<Vital, readonly [number, number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
}

/** Rates one page view. A page is good if 75 % of its views are good. */
export function ratingOf(metric: Vital, value: number): Rating {
  const [good, poor] = THRESHOLDS[metric]
  if (value <= good) return 'good'
  return value <= poor ? 'needsImprovement' : 'poor'
}
