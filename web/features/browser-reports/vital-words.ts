import type { Vital, VitalCounts } from '#contract/browser-reports.ts'

/** What a metric is about, for who does not know its letters. */
export const vitalWords: Record<Vital, string> = {
  LCP: 'Lo principal se ve',
  INP: 'Responde al tocar',
  CLS: 'No salta',
  FCP: 'Algo se ve',
  TTFB: 'El servidor responde',
}

/** Share of good page views from which a metric is good: then the 75th percentile is. */
const GOOD_PERCENT = 75

export const viewsOf = ({ good, needsImprovement, poor }: VitalCounts): number =>
  good + needsImprovement + poor

/** Whole percent, rounded down: 74.9 % is not yet 75 %. */
export const goodPercent = (counts: VitalCounts): number =>
  Math.floor((counts.good * 100) / viewsOf(counts))

export const isGood = (counts: VitalCounts): boolean => goodPercent(counts) >= GOOD_PERCENT
