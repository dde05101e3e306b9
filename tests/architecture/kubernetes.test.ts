/** deploy/kubernetes by the schemas of Kubernetes' own API, and what the shop needs of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames, settings } from '../../server/settings';
import { secretNames } from '../../server/startup/secret-files';

const folder = 'deploy/kubernetes';
const read = (file: string): unknown => parse(readFileSync(`${folder}/${file}`, 'utf8'));
const Kustomization = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ envs: z.array(z.string()) })),
});
const kustomization = Kustomization.parse(read('kustomization.yaml'));

/** By kind, the class whose schema is that of the API. */
const kinds: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceMonitor,
};
const Resource = z.object({ apiVersion: z.string(), kind: z.string() }).loose();

function validate(resource: unknown): void {
  const { kind } = Resource.parse(resource);
  const Kind = kinds[kind];
  if (!Kind) throw new Error(`no schema of ${kind}`);
  new Kind(resource as never).validate();
}

const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.boolean() }),
});
const deployment = z
  .object({
    spec: z.object({
      replicas: z.number().optional(),
      template: z.object({
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.object({ runAsNonRoot: z.boolean(), runAsUser: z.number() }),
          containers: z.tuple([Container]),
        }),
      }),
    }),
  })
  .parse(read('deployment.yaml')).spec;
const pod = deployment.template.spec;
const [container] = pod.containers;
const autoscaler = z
  .object({ spec: z.object({ minReplicas: z.number() }) })
  .parse(read('autoscaler.yaml')).spec;

describe('deploy/kubernetes', () => {
  it('OPS-08 P-67 every file is a resource of the kustomization and valid by the schema of its kind', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    expect(kustomization.resources.slice().sort()).toEqual(
      files.filter((name) => name !== 'kustomization.yaml').sort(),
    );
    for (const file of kustomization.resources)
      expect(() => validate(read(file)), file).not.toThrow();
  });

  it('OPS-08 P-67 the schemas find what is wrong', () => {
    const wrong = { ...Resource.parse(read('deployment.yaml')), spec: { replicas: 'two' } };
    expect(() => validate(wrong)).toThrow();
  });

  it('OPS-08 P-67 two instances, probes, no rights, and the time that a write in flight needs', () => {
    // The autoscaler alone says how many: a number of the deployment would take its instances away with each apply.
    expect(deployment.replicas).toBeUndefined();
    expect(autoscaler.minReplicas).toBeGreaterThanOrEqual(2);
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(pod.securityContext).toEqual({
      ...pod.securityContext,
      runAsNonRoot: true,
      runAsUser: 10_001,
    });
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const drain = Number(
      /^DRAIN_SECONDS=(\d+)$/m.exec(readFileSync(`${folder}/settings.env`, 'utf8'))?.[1],
    );
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 25);
  });

  it('OPS-08 CFG-01 gives settings that the shop has, secrets by files, and the ports that the services name', () => {
    const env = readFileSync(`${folder}/settings.env`, 'utf8').trim().split('\n');
    const given = Object.fromEntries(
      env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    for (const name of settingNames) {
      if (!(name in given)) continue;
      expect(settings[name].schema.safeParse(given[name]).success, name).toBe(true);
      delete given[name];
    }
    expect(given).toEqual({});
    for (const { name } of container.env)
      expect(secretNames.map((one) => `${one}_FILE`)).toContain(name);
    expect(container.ports.map(({ name }) => name)).toEqual(['http', 'metrics']);
  });
});
