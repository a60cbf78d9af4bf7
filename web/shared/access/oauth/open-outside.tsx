import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Instead of Google inside another app: the browser to open, and the address to copy. */
export function OpenOutside({ browser }: { browser: 'Chrome' | 'Safari' }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const { href } = window.location
  const copy = async () => setCopied((await copyText(href)) ? 'yes' : 'no')
  return (
    <section className="grid gap-3 rounded-control border border-line bg-paper p-4">
      <h2 className="text-lg">¿Entras con Google? Ábrelo en {browser}</h2>
      <p className="text-muted">
        Google no deja entrar desde el navegador de otra app. Copia el enlace y pégalo en {browser}:
        llegas a esta misma página.
      </p>
      <TextField
        label="Enlace de esta página"
        readOnly
        value={href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="secondary" Icon={Copy} onClick={() => void copy()}>
        Copiar enlace
      </Button>
      <p role="status" className="min-h-6 text-sm text-muted">
        {copied === 'yes' && `Copiado. Ahora abre ${browser} y pégalo arriba.`}
        {copied === 'no' && 'No pudimos copiarlo. Mantén el dedo sobre el enlace y cópialo.'}
      </p>
    </section>
  )
}
