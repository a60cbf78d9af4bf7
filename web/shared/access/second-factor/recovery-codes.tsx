import { Copy, Printer } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => Promise<void> }

/** Recovery codes, shown once: to copy, or to print without the rest of the page. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => setCopied(await copyText(codes.join('\n')))
  return (
    <CardSection title="Guarda tus códigos de recuperación">
      <p className="mb-4">
        Cada uno sirve una vez, si pierdes tu segundo paso. No los volveremos a mostrar.
      </p>
      <div className="printed-alone mb-4">
        <p className="hidden font-bold print:mb-4 print:block">Cupo: códigos de recuperación</p>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="tnum font-semibold">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" Icon={Copy} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button variant="secondary" size="sm" Icon={Printer} onClick={() => window.print()}>
          Imprimir
        </Button>
        <span role="status" className="text-sm text-muted">
          {copied === true && 'Copiados.'}
          {copied === false && 'No pudimos copiarlos: imprímelos o escríbelos.'}
        </span>
      </div>
      <Button onClick={() => void onDone()}>Ya los guardé</Button>
    </CardSection>
  )
}
