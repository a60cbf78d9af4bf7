import { unlisted } from '#web/lib/brand.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export const meta = unlisted('Deshacer cambio de correo')

export default function UndoEmail() {
  return <MailLinkPage link={mailLinks.emailUndo} />
}
