import type { Vital, VitalCounts } from '#contract/browser-reports.ts'

/** Explanation of each web vital, for people who do not know its abbreviation. */
export const vitalWords: Record<Vital, string> = {
  LCP: 'Lo principal se ve',
  INP: 'Responde al tocar',
  CLS: 'No salta',
  FCP: 'Algo se ve',
  TTFB: 'El servidor responde',
}

/** Percent of good page views from which a metric is good: then its 75th percentile is good. */
const GOOD_PERCENT = 75

export const viewsOf = ({ good, needsImprovement, poor }: VitalCounts): number =>
  good + needsImprovement + poor

/** Percent of good page views, rounded down to a whole number: 74.9 % is not 75 %. */
export const goodPercent = (counts: VitalCounts): number =>
  Math.floor((counts.good * 100) / viewsOf(counts))

export const isGood = (counts: VitalCounts): boolean => goodPercent(counts) >= GOOD_PERCENT
