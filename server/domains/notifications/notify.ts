import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { catalogue } from './catalogue.ts'
import type { MailBody } from './mail-body.ts'
import { contentOf } from './mail-templates.ts'
import { insertNotification } from './notifications.queries.ts'
import { sendMail } from './send-mail.ts'

type News = MailBody & {
  userId: string
  to: { address: string; name: string | null }
  /** What happened. The same kind with the same cause is told once; always told without one. */
  cause?: string | undefined
}

/**
 * Tells a person what happened, once the transaction commits: in the app's list of notifications
 * and by mail, as the catalogue says for the template.
 */
export async function notify(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { userId, cause, ...mail }: News,
): Promise<void> {
  const { inbox, mail: mailed, path } = catalogue[mail.template]
  if (inbox) {
    const { heading, context, paragraphs, action } = contentOf(mail, '')
    const leadsTo = path ?? action?.url
    assert(leadsTo, `${mail.template} leads nowhere`)
    const isNew = await insertNotification(tx, {
      id: newId(),
      userId,
      kind: mail.template,
      title: heading,
      body: [...(context === undefined ? [] : [context]), paragraphs.join(' ')].join('\n'),
      path: leadsTo,
      cause: cause ?? newId(),
      now: deps.clock.now(),
    })
    if (!isNew) return
  }
  if (mailed) await sendMail(tx, deps, mail)
}
