import type { ActorId } from './http/session.ts'

/** The rows of one page, for `limit` and `offset` of a statement. */
export type Part = { limit: number; offset: number }

/** Cases that wait for the team, or that it resolved. */
export type CasesPart = Part & { status: 'open' | 'resolved' }

/** Or `only` one in any state. What others must sign after the viewer is at the end. */
export type ViewedCases = CasesPart & { viewer: ActorId; only?: string | undefined }

/** The rows of a page; the first page is 1. */
export const partOf = (page = 1, size: number): Part => ({ limit: size, offset: (page - 1) * size })

/** Answers one page of a list, as `pageOf` of the contract has it. */
export function pageOf<T>(items: T[], total: number, size: number) {
  return { items, total, totalPages: Math.ceil(total / size) }
}
