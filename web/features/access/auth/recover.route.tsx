import { unlisted } from '#web/lib/brand.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export const meta = unlisted('Recuperar cuenta')

export default function Recover() {
  return <MailLinkPage link={mailLinks.recovery} />
}
