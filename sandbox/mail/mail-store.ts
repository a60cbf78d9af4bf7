import { DatabaseSync } from 'node:sqlite'

export type StoredMail = {
  id: string
  /** Recipients of the SMTP envelope, comma-separated. */
  recipients: string
  sender: string
  /** Sender of the SMTP envelope. */
  returnPath: string
  subject: string
  text: string
  html: string
  message_id: string
  received_at: string
}

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists mails (
    id text primary key, recipients text not null, sender text not null,
    returnPath text not null, subject text not null,
    text text not null, html text not null, message_id text not null, received_at text not null
  ) strict;
`

export type MailStore = ReturnType<typeof openMailStore>

/** Opens the mailbox of the mail sandbox: stored in a file, or in memory without one. */
export function openMailStore(file: string | undefined) {
  const db = new DatabaseSync(file ?? ':memory:', { timeout: 5_000 })
  db.exec(SCHEMA)
  return {
    add(mail: StoredMail) {
      db.prepare('insert into mails values (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        ...[mail.id, mail.recipients, mail.sender, mail.returnPath, mail.subject],
        ...[mail.text, mail.html, mail.message_id, mail.received_at],
      )
    },
    /** Messages, newest first; with an address, only messages to it. */
    list(to: string | undefined, limit: number): StoredMail[] {
      const rows = db.prepare('select * from mails order by rowid desc').all() as StoredMail[]
      const wanted = to?.toLowerCase()
      const own = wanted ? rows.filter(({ recipients }) => goesTo(recipients, wanted)) : rows
      return own.slice(0, limit)
    },
    find(id: string): StoredMail | undefined {
      return db.prepare('select * from mails where id = ?').get(id) as StoredMail | undefined
    },
    clear() {
      db.exec('delete from mails')
    },
    close() {
      db.close()
    },
  }
}

function goesTo(recipients: string, address: string): boolean {
  return recipients.toLowerCase().split(',').includes(address)
}
