/** The images of the engines: of docker-compose.yml, and of integration tests with RUN_CONTAINERS=1. */
export const ENGINE_IMAGES = {
  mongo: 'mongo:8.0',
  kafka: 'apache/kafka:4.3.0',
  redis: 'redis:7.4',
  /** Removes the containers of killed test runs. */
  reaper: 'testcontainers/ryuk:0.14.0',
  s3: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
};
