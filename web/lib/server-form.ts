import { createContext } from 'react-router'
import type { FormAnswer } from '#contract/form-answer.ts'
import { ApiError } from './api-error.ts'

/** The form that this page answers while the server renders it; null for all other pages. */
export const serverForm = createContext<FormAnswer | null>(null)

/** Why the posted form was refused, as a failed call of the API; null when it was not. */
export function formRefusal(answer: FormAnswer | null): ApiError | null {
  if (!answer?.refused) return null
  const { error: message, ...refused } = answer.refused
  return new ApiError({ message, ...refused })
}
