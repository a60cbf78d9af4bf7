import { unlisted } from '#web/lib/brand.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export const meta = unlisted('Confirmar correo')

export default function ConfirmEmail() {
  return <MailLinkPage link={mailLinks.emailChange} />
}
