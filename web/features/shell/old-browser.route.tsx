import { BASELINE } from '#web/lib/baseline.ts'
import { brand, unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

export const handle = { content: true }

export const meta = unlisted('Actualiza tu navegador')

/** Page for browsers in which the app cannot run; `oldBrowser` in web/root.tsx leads here. */
export default function OldBrowser() {
  const { chrome, firefox, safari } = BASELINE
  return (
    <Page title="Actualiza tu navegador">
      <p>
        Este navegador es muy antiguo para {brand.name}. Necesitas Chrome {chrome}, Firefox{' '}
        {firefox} o un iPhone con iOS {safari}, o versiones más nuevas.
      </p>
      <p>
        En Android actualiza Chrome en la tienda de aplicaciones. En iPhone abre Ajustes, General,
        Actualización de software. Tu cuenta, tus viajes y tu dinero siguen igual.
      </p>
      <ButtonLink to={paths.contact()} variant="secondary" className="justify-self-start">
        Escríbenos o llámanos
      </ButtonLink>
    </Page>
  )
}
