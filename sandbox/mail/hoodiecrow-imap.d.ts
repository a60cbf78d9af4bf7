declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  type Options = {
    plugins: string[]
    users: Record<string, { password: string }>
    storage: Record<string, { messages: { raw: string }[] }>
  }
  type ImapServer = {
    server: Server
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
    getMailbox(name: string): { messages: unknown[] }
    appendMessage(mailbox: string, flags: string[], date: Date, raw: string): void
  }
  export default function hoodiecrow(options: Options): ImapServer
}
