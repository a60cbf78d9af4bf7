import { readPesos } from '#contract/peso-amount.ts'

/** Reads a pasted amount in whole pesos, for components that know no module. */
export const pastedPesos = (text: string): number | null => readPesos(text)
