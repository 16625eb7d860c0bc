/* Cameras and viewers: from the scene to the picture and back. */
#include "core/scene/scene.h"

struct tes_viewer tes_camera_viewer(const struct tes_camera *camera)
{
    struct tes_viewer viewer = {.eye = camera->eye};
    viewer.forward = tes_vector_unit(tes_vector_subtract(camera->target, camera->eye));
    viewer.right = tes_vector_unit((struct tes_vector){viewer.forward.y, -viewer.forward.x, 0});
    if (viewer.right.x == 0 && viewer.right.y == 0)
        viewer.right.x = 1;
    viewer.up = tes_vector_cross(viewer.right, viewer.forward);
    viewer.tangent = tes_scene_sine(camera->field / 2) / tes_scene_cosine(camera->field / 2);
    return viewer;
}

struct tes_seen tes_viewer_see(const struct tes_viewer *viewer, struct tes_vector point)
{
    struct tes_vector way = tes_vector_subtract(point, viewer->eye);
    struct tes_seen seen = {0, 0, tes_vector_dot(way, viewer->forward)};
    if (seen.depth > 0) {
        double half = seen.depth * viewer->tangent;
        seen.x = tes_vector_dot(way, viewer->right) / half;
        seen.y = tes_vector_dot(way, viewer->up) / half;
    }
    return seen;
}

struct tes_vector tes_viewer_ray(const struct tes_viewer *viewer, double x, double y)
{
    struct tes_vector aside = tes_vector_scale(viewer->right, x * viewer->tangent);
    struct tes_vector above = tes_vector_scale(viewer->up, y * viewer->tangent);
    return tes_vector_unit(tes_vector_add(viewer->forward, tes_vector_add(aside, above)));
}

struct tes_seen tes_camera_see(const struct tes_camera *camera, struct tes_vector point)
{
    struct tes_viewer viewer = tes_camera_viewer(camera);
    return tes_viewer_see(&viewer, point);
}

struct tes_vector tes_camera_ray(const struct tes_camera *camera, double x, double y)
{
    struct tes_viewer viewer = tes_camera_viewer(camera);
    return tes_viewer_ray(&viewer, x, y);
}

struct tes_camera tes_camera_around(struct tes_vector target, double around, double above,
                                    double distance, double field)
{
    struct tes_vector away = tes_vector_scale(tes_scene_towards(around, above), distance);
    return (struct tes_camera){tes_vector_add(target, away), target, field};
}

struct tes_camera tes_camera_facing(struct tes_vector eye, double facing, double field)
{
    struct tes_vector ahead = {-tes_scene_sine(facing), tes_scene_cosine(facing), 0};
    return (struct tes_camera){eye, tes_vector_add(eye, ahead), field};
}

struct tes_vector tes_viewer_local(const struct tes_viewer *viewer, struct tes_vector point)
{
    struct tes_vector way = tes_vector_subtract(point, viewer->eye);
    struct tes_vector ahead = {-viewer->right.y, viewer->right.x, 0};
    return (struct tes_vector){tes_vector_dot(way, viewer->right), tes_vector_dot(way, ahead),
                               way.z};
}

double tes_viewer_bearing(const struct tes_viewer *viewer, struct tes_vector point)
{
    struct tes_vector local = tes_viewer_local(viewer, point);
    return tes_scene_angle(-local.x, local.y);
}

bool tes_viewer_ground(const struct tes_viewer *viewer, double x, double y,
                       struct tes_vector *point)
{
    struct tes_vector ray = tes_viewer_ray(viewer, x, y);
    /* Past this the ground is farther than anything that is drawn, and divisions overflow. */
    const double least_slope = 1e-9;
    if (viewer->eye.z <= 0 || ray.z > -least_slope)
        return false;
    *point = tes_vector_add(viewer->eye, tes_vector_scale(ray, viewer->eye.z / -ray.z));
    point->z = 0;
    return true;
}
