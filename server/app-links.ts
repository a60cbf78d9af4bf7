import type { FastifyInstance } from 'fastify'
import { APP_ID, APP_LINK_PATHS } from '#contract/native-app.ts'
import type { Deps } from './platform/deps.ts'

/** Tells Android and iOS which links our app opens; without such a file the browser opens them. */
export function appLinks(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const { androidCertificates, iosTeamId } = config
  if (androidCertificates.length > 0) {
    app.get('/.well-known/assetlinks.json', async () => [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: APP_ID,
          sha256_cert_fingerprints: androidCertificates,
        },
      },
    ])
  }
  if (iosTeamId !== undefined) {
    app.get('/.well-known/apple-app-site-association', async (_request, reply) => {
      const appID = `${iosTeamId}.${APP_ID}`
      const components = APP_LINK_PATHS.flatMap((path) => [
        { '/': `/${path}` },
        { '/': `/${path}/*` },
      ])
      // The file has no extension; Apple reads it only as JSON.
      reply.type('application/json')
      return { applinks: { details: [{ appIDs: [appID], components }] } }
    })
  }
}
