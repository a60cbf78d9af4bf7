import { z } from 'zod'
import { sealedColumn } from '#server/modules/community/safety/index.ts'

const Body = z.union([
  z.object({ text: z.string() }),
  z.object({ position: z.object({ lat: z.number(), lng: z.number() }) }),
])

/** Content of a message. Never logged, and never part of a mail or push message. */
export type Body = z.infer<typeof Body>

export const bodyColumn = sealedColumn('conversation_messages.body', Body)
