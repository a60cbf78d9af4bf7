// A person who reads a conversation on a phone: follows the stream of one server process, reads
// messages after each hint, and continues at the other process with the cursor when the stream
// ends.
import type { MessagePage } from '#contract/conversations.ts'
import { type LiveClient, openLive } from './live-client.ts'

type Followed = {
  /** URLs of the processes; the first one is followed until it ends. */
  urls: readonly string[]
  token: string
  conversationId: string
  /** Awaited after a stream has ended and before the next one is opened. */
  beforeReturn?: () => Promise<unknown>
}

/** Resolves when the first stream is open, so that no later message is missed. */
export async function followConversation(followed: Followed): Promise<LiveFollower> {
  const follower = new LiveFollower(followed)
  await follower.start()
  return follower
}

export class LiveFollower {
  /** Texts in the order of reading. */
  readonly seen: string[] = []
  /** Number of streams opened with the cursor of an earlier stream. */
  resumed = 0
  private client: LiveClient | undefined
  private running: Promise<void> = Promise.resolve()
  private cursor = ''
  private at = 0
  private lastSeq = 0
  private earlierHints = 0
  private stopped = false
  /** Whether there was a hint whose message has not been read. */
  private behind = false
  private readonly followed: Followed

  constructor(followed: Followed) {
    this.followed = followed
  }

  async start(): Promise<void> {
    await this.connect()
    // Waits for the first ping or event: from then on nothing is missed.
    await this.client?.until((opened) => opened.cursor() !== '')
    this.running = this.run()
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.client?.close()
    await this.running
  }

  get hints(): number {
    return this.earlierHints + (this.client?.events.length ?? 0)
  }

  /** Waits until there are more hints than `count`; returns the time of the last one. */
  async hint(count: number): Promise<number> {
    await this.client?.until(() => this.hints > count)
    return this.client?.at.at(-1) ?? performance.now()
  }

  private get url(): string {
    const { urls } = this.followed
    return urls[this.at % urls.length] ?? ''
  }

  private async connect(): Promise<void> {
    const after = this.cursor ? { after: this.cursor } : {}
    const opened = await openLive({ url: this.url, token: this.followed.token, ...after })
    if (opened.status !== 200) throw new Error(`the stream answered ${opened.status}`)
    if (this.cursor) this.resumed += 1
    this.client = opened
  }

  private async read(): Promise<void> {
    const { conversationId, token } = this.followed
    const path = `/api/conversations/${conversationId}/messages?after=${this.lastSeq}`
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(this.url + path, { headers })
    if (!answer.ok) throw new Error(`reading answered ${answer.status}`)
    const page = (await answer.json()) as MessagePage
    for (const { seq, text } of page.messages) {
      this.lastSeq = seq
      this.seen.push(text ?? '')
    }
    this.behind = page.more
  }

  /** Follows the stream until it ends or a read fails. */
  private async follow(stream: LiveClient): Promise<void> {
    for (let known = 0; !this.stopped; ) {
      while (this.behind) await this.read()
      const ended = stream.ended.then(() => true)
      if (await Promise.race([ended, stream.until(({ events }) => events.length > known)])) return
      known = stream.events.length
      this.behind = true
    }
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        if (!this.client) await this.connect()
        if (this.client) await this.follow(this.client)
      } catch {
        // The process is gone, so the next stream is opened at the other one.
      }
      this.cursor = this.client?.cursor() || this.cursor
      this.earlierHints += this.client?.events.length ?? 0
      this.client?.close()
      this.client = undefined
      this.at += 1
      await this.followed.beforeReturn?.()
    }
  }
}
