import { ShieldCheck } from 'lucide-react'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

/** What the law gives, and whom to write to. */
export function Privacy() {
  return (
    <Card>
      <p className="mb-3 flex items-start gap-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
        <span>
          Puedes conocer y corregir tus datos, o pedir que los borremos (Ley 1581 de 2012).
          Escríbenos a{' '}
          <a
            href={`mailto:${brand.privacy_mail}`}
            className="wrap-anywhere underline underline-offset-3"
          >
            {brand.privacy_mail}
          </a>
          .
        </span>
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={paths.terms('privacy')}>Cómo tratamos tus datos</Link>
        <Link to={paths.terms()}>Términos y condiciones</Link>
      </p>
    </Card>
  )
}
