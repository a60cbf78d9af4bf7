import { readCommand } from '#server/platform/command.ts'
import { say } from '../../scripts/project.ts'
import { openCluster } from './cluster.ts'

readCommand({
  call: 'ops/ha/up',
  about: 'Starts the cluster, says where it is, and stops it on Ctrl-C.',
})

say('Starting three database nodes, etcd, NATS, HAProxy and three servers…')
const cluster = await openCluster()
const primary = await cluster.primary()
say(`
  Site      ${cluster.site}
  Database  ${cluster.databaseUrl}
  Primary   ${primary?.plan.name}
  Logs      ${cluster.folder}

  Ctrl-C stops all of it.`)
