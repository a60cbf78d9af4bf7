import { createContext, use } from 'react'
import { today } from './format.ts'

const Day = createContext<string | null>(null)

/**
 * The day on which the server rendered the page, `YYYY-MM-DD`. A phone whose date is wrong, or a
 * page rendered just before midnight, would otherwise hydrate with other texts.
 */
export const RenderedDay = Day.Provider

/** Today in Bogotá, `YYYY-MM-DD`: of the rendering, else by the phone's clock. */
export const useToday = (): string => use(Day) ?? today()
