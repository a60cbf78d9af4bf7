import { paths } from '#web/lib/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

/** Skeleton of the site's frame, without session or data. */
export function ShellSkeleton() {
  return (
    <>
      <div className="border-b border-line bg-surface">
        <div className="mx-auto flex h-16 max-w-page items-center px-4 sm:px-6">
          <Logo />
        </div>
      </div>
      <main className="mx-auto w-full max-w-flow px-4 py-10 sm:px-6">
        {/* Its content is in the HTML only: browsers that run the bundle never show it. */}
        <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
        <div className="noscript:hidden">
          <SkeletonList />
        </div>
      </main>
    </>
  )
}

/** What works without JavaScript, and where to go: this screen would stay empty. */
function WithoutScripts() {
  const link = 'font-semibold text-bosque underline underline-offset-3 inline-block py-2.5'
  return (
    <>
      <h1 className="text-2xl">Esta pantalla necesita JavaScript</h1>
      <p className="mt-3">
        Sin JavaScript puedes buscar viajes y ver su precio, leer nuestras páginas y escribirnos.
        Para reservar, recargar, publicar o ver tu cuenta, actívalo en tu navegador y vuelve a
        cargar, o usa la app.
      </p>
      <ul className="mt-3">
        <li>
          <a href={paths.search()} className={link}>
            Buscar un viaje
          </a>
        </li>
        <li>
          <a href={paths.download()} className={link}>
            Descargar la app
          </a>
        </li>
        <li>
          <a href={paths.help()} className={link}>
            Ayuda
          </a>
        </li>
        <li>
          <a href={paths.contact()} className={link}>
            Contacto
          </a>
        </li>
      </ul>
    </>
  )
}
