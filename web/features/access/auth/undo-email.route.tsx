import { titled } from '#web/lib/brand.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export function meta() {
  return [{ title: titled('Deshacer cambio de correo') }, { name: 'robots', content: 'noindex' }]
}

export default function UndoEmail() {
  return <MailLinkPage link={mailLinks.emailUndo} />
}
