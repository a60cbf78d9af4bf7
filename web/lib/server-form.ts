import { createContext } from 'react-router'
import type { FormAnswer } from '#contract/form-answer.ts'
import { ApiError } from './api-error.ts'

/** The posted form that the server answers with this page; null on every other page. */
export const serverForm = createContext<FormAnswer | null>(null)

/** Returns the refusal of the posted form as an `ApiError`; null when it was not refused. */
export function formRefusal(answer: FormAnswer | null): ApiError | null {
  if (!answer?.refused) return null
  const { error: message, ...refused } = answer.refused
  return new ApiError({ message, ...refused })
}
