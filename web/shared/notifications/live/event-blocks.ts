import type { LiveEvent } from '#contract/live.ts'

/** One block of a stream of server-sent events. */
export type EventBlock = {
  /** Event name; `message` by default. */
  name: string
  /** Cursor to resume from; null when the block has none. */
  id: string | null
  event: LiveEvent | null
}

/** Returns a function that turns pieces of text into blocks; a piece can end anywhere. */
export function blockReader(): (piece: string) => EventBlock[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(readBlock)
  }
}

function readBlock(block: string): EventBlock {
  const read: EventBlock = { name: 'message', id: null, event: null }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') read.name = value
    if (field === 'id') read.id = value
    if (field === 'data' && read.name === 'message') read.event = JSON.parse(value) as LiveEvent
  }
  return read
}
