import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export function meta() {
  return [{ title: 'Deshacer cambio de correo · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export default function UndoEmail() {
  return <MailLinkPage link={mailLinks.emailUndo} />
}
